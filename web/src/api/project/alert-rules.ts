import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryString, request } from '../client.ts'
import type {
  AlertRule,
  AlertRulePatch,
  AlertRulePreview,
  AlertRulePreviewBody,
  NewAlertRule,
} from '../wire.ts'

export function rulesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['alert-rules', projectId],
    queryFn: async ({ signal }) => {
      const query = queryString({ project_id: projectId })
      return (await request<{ rules: AlertRule[] }>('GET', `/api/v1/alert-rules${query}`, { signal })).rules
    },
    staleTime: 15_000,
  })
}

/** A rule's preview; the previous one stays until it is loaded. */
export function rulePreviewQuery(rule: AlertRulePreviewBody) {
  return queryOptions({
    queryKey: ['alert-rule-preview', rule],
    queryFn: ({ signal }) =>
      request<AlertRulePreview>('POST', '/api/v1/alert-rules/preview', { body: rule, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  })
}

export function createRule(rule: NewAlertRule): Promise<AlertRule> {
  return request('POST', '/api/v1/alert-rules', { body: rule })
}

export function changeRule(id: string, change: AlertRulePatch): Promise<AlertRule> {
  return request('PATCH', `/api/v1/alert-rules/${id}`, { body: change })
}

export function deleteRule(id: string): Promise<unknown> {
  return request('DELETE', `/api/v1/alert-rules/${id}`)
}
