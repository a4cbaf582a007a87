import type { Permission } from '#domain/access/permissions.ts'
import { oneOf } from '../../../url/router-search.ts'

/** Whoever may not do it is not shown the way. */
export const PROJECT_TABS = [
  { value: 'general', label: 'General', permission: 'projects:read' },
  { value: 'keys', label: 'DSN keys', permission: 'projects:read' },
  { value: 'limits', label: 'Limits', permission: 'projects:read' },
  { value: 'filters', label: 'Filters', permission: 'projects:read' },
  { value: 'privacy', label: 'Privacy', permission: 'projects:read' },
  { value: 'rules', label: 'Alert rules', permission: 'rules:read' },
  { value: 'webhooks', label: 'Webhooks', permission: 'webhooks:read' },
  { value: 'files', label: 'Source maps', permission: 'projects:read' },
  { value: 'sdk', label: 'SDK setup', permission: 'projects:read' },
  { value: 'danger', label: 'Danger zone', permission: 'projects:delete' },
] as const satisfies { value: string; label: string; permission: Permission }[]

export type ProjectTab = (typeof PROJECT_TABS)[number]['value']

/** The tab that the address names; General where it names none. */
export function tabOf(tab: string | undefined): ProjectTab {
  return (
    oneOf(
      PROJECT_TABS.map(({ value }) => value),
      tab,
    ) ?? 'general'
  )
}
