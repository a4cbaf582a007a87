import { queryOptions, skipToken } from '@tanstack/react-query'
import { queryString, request } from '../client.ts'
import type {
  CreatedProject,
  DsnKey,
  DsnKeyPatch,
  IngestAttempt,
  IssuePage,
  NewDsnKey,
  Project,
  ProjectUsage,
} from '../wire.ts'

/** Requests of the project screens, kept out of the first load, which has `projects.ts`. */

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => request<Project>('GET', `/api/v1/projects/${id}`, { signal }),
    staleTime: 60_000,
  })
}

export function keysQuery(projectId: string) {
  return queryOptions({
    queryKey: ['keys', projectId],
    queryFn: async ({ signal }) =>
      (await request<{ keys: DsnKey[] }>('GET', `/api/v1/projects/${projectId}/dsn-keys`, { signal })).keys,
    staleTime: 15_000,
  })
}

/** A key created on this page, with its secret, which is lost when the page closes. */
export function newKeyQuery(projectId: string) {
  return queryOptions<DsnKey>({ queryKey: ['new-key', projectId], queryFn: skipToken })
}

/** The issue that got the latest event of a project, or null; asked again every second. */
export function latestIssueQuery(projectId: string) {
  return queryOptions({
    queryKey: ['latest-issue', projectId],
    queryFn: async ({ signal }) => {
      const query = queryString({ project_id: projectId, window: '90d', limit: 1 })
      const page = await request<IssuePage>('GET', `/api/v1/issues${query}`, { signal })
      return page.issues[0] ?? null
    },
    refetchInterval: 1000,
    staleTime: 0,
  })
}

/** Refused ingest requests of a project, newest first; asked again every two seconds. */
export function attemptsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['ingest-attempts', projectId],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/projects/${projectId}/ingest-attempts`
      return (await request<{ attempts: IngestAttempt[] }>('GET', path, { signal })).attempts
    },
    refetchInterval: 2000,
    staleTime: 0,
  })
}

export function usageQuery(projectId: string) {
  return queryOptions({
    queryKey: ['usage', projectId],
    queryFn: ({ signal }) => request<ProjectUsage>('GET', `/api/v1/projects/${projectId}/usage`, { signal }),
    refetchInterval: 15_000,
    staleTime: 5000,
  })
}

export interface NewProject {
  name: string
  platform?: string
}

/** The answer's first key carries its secret; no later answer does. */
export function createProject(project: NewProject): Promise<CreatedProject> {
  return request('POST', '/api/v1/projects', { body: project })
}

/** `null`: the setting of the service. */
export interface ProjectChange {
  name?: string
  platform?: string
  retention_days?: number | null
  ingest_hourly_cap?: number | null
  source_links?: string
}

export function changeProject(id: string, change: ProjectChange): Promise<Project> {
  return request('PATCH', `/api/v1/projects/${id}`, { body: change })
}

export function deleteProject(id: string): Promise<{ deleted: boolean }> {
  return request('DELETE', `/api/v1/projects/${id}`)
}

/** The answer carries the secret; no later answer does. */
export function createKey(projectId: string, key: NewDsnKey): Promise<DsnKey> {
  return request('POST', `/api/v1/projects/${projectId}/dsn-keys`, { body: key })
}

export function changeKey(keyId: string, change: DsnKeyPatch): Promise<DsnKey> {
  return request('PATCH', `/api/v1/dsn-keys/${keyId}`, { body: change })
}

export function revokeKey(keyId: string): Promise<{ revoked: boolean }> {
  return request('POST', `/api/v1/dsn-keys/${keyId}/revoke`)
}

/** Has the service send itself one event, through the same door as everybody's. */
export function sendTestEvent(projectId: string): Promise<{ id: string }> {
  return request('POST', `/api/v1/projects/${projectId}/test-event`)
}
