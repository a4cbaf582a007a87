import { oneOf } from '../../router-search.ts'

export const PROJECT_TABS = [
  { value: 'general', label: 'General' },
  { value: 'keys', label: 'DSN keys' },
  { value: 'limits', label: 'Limits' },
  { value: 'sdk', label: 'SDK setup' },
  { value: 'danger', label: 'Danger zone' },
] as const

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
