import { lazyRetry } from '../components/overlay/lazy-retry.tsx'
import { KeysSection } from '../screens/settings/keys/keys-section.tsx'
import { SdkTab } from '../screens/settings/keys/sdk-tab.tsx'
import { LimitsTab } from '../screens/settings/limits/limits-tab.tsx'
import { DangerTab } from '../screens/settings/project/danger-tab.tsx'
import { GeneralTab } from '../screens/settings/project/general-tab.tsx'
import { ProjectScreen, type ProjectTab } from '../screens/settings/project/project-screen.tsx'

const FilesTab = lazyRetry(() =>
  import('../screens/settings/files/files-tab.tsx').then((module) => module.FilesTab),
)
const FiltersTab = lazyRetry(() =>
  import('../screens/settings/intake/filters-tab.tsx').then((module) => module.FiltersTab),
)
const GroupingTab = lazyRetry(() =>
  import('../screens/settings/intake/grouping-tab.tsx').then((module) => module.GroupingTab),
)
const PrivacyTab = lazyRetry(() =>
  import('../screens/settings/intake/privacy-tab.tsx').then((module) => module.PrivacyTab),
)
const RulesTab = lazyRetry(() =>
  import('../screens/settings/rules/rules-tab.tsx').then((module) => module.RulesTab),
)
const SourceLinksTab = lazyRetry(() =>
  import('../screens/settings/files/source-links-tab.tsx').then((module) => module.SourceLinksTab),
)
const WebhooksTab = lazyRetry(() =>
  import('../screens/settings/webhooks/webhooks-tab.tsx').then((module) => module.WebhooksTab),
)

/** The settings of a project in the order they are shown; the first one is what its address alone leads to. */
const PROJECT_TABS: readonly ProjectTab[] = [
  { value: 'general', label: 'General', permission: 'projects:read', Panel: GeneralTab },
  { value: 'keys', label: 'DSN keys', permission: 'projects:read', Panel: KeysSection },
  { value: 'limits', label: 'Limits', permission: 'projects:read', Panel: LimitsTab },
  { value: 'filters', label: 'Filters', permission: 'projects:read', Panel: FiltersTab },
  { value: 'grouping', label: 'Grouping', permission: 'projects:read', Panel: GroupingTab },
  { value: 'privacy', label: 'Privacy', permission: 'projects:read', Panel: PrivacyTab },
  { value: 'rules', label: 'Alert rules', permission: 'rules:read', Panel: RulesTab },
  { value: 'webhooks', label: 'Webhooks', permission: 'webhooks:read', Panel: WebhooksTab },
  { value: 'files', label: 'Source maps', permission: 'projects:read', Panel: FilesTab },
  { value: 'source', label: 'Source links', permission: 'projects:read', Panel: SourceLinksTab },
  { value: 'sdk', label: 'SDK setup', permission: 'projects:read', Panel: SdkTab },
  { value: 'danger', label: 'Danger zone', permission: 'projects:delete', Panel: DangerTab },
]

export function ProjectSettings() {
  return <ProjectScreen tabs={PROJECT_TABS} />
}
