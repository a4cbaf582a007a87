import type { DescribedRoute } from '../routes/route.ts'

export const TAGS = [
  { name: 'Ingest', description: 'Send events, feedback and release files. Credential: a DSN key.' },
  { name: 'Issues', description: 'Find, read and triage issues.' },
  { name: 'Events', description: 'Stored events and their user feedback.' },
  { name: 'Alerts', description: 'Regressions, fired rules and reached limits.' },
  { name: 'Webhooks', description: 'Notify other services, and read the delivery log.' },
  { name: 'Agents', description: 'Shortcuts for access tokens. Sessions are not accepted.' },
  { name: 'Projects', description: 'Projects with their keys, releases and usage.' },
  { name: 'Members', description: 'Members of the organization, and the audit log.' },
  { name: 'Access tokens', description: 'Created and revoked in a session, used by scripts and agents.' },
  { name: 'Account', description: 'Sign-in, sessions, passwords and first setup.' },
  { name: 'Service', description: 'Health, live updates and this description.' },
] as const

export type TagName = (typeof TAGS)[number]['name']

/** By the first word of a path, after `/api/v1/` if it has that. */
const TAG_OF: Record<string, TagName> = {
  issues: 'Issues',
  comments: 'Issues',
  views: 'Issues',
  search: 'Issues',
  stats: 'Issues',
  events: 'Events',
  feedback: 'Events',
  alerts: 'Alerts',
  'alert-rules': 'Alerts',
  webhooks: 'Webhooks',
  deliveries: 'Webhooks',
  agent: 'Agents',
  projects: 'Projects',
  'dsn-keys': 'Projects',
  'dead-letters': 'Events',
  members: 'Members',
  'audit-log': 'Members',
  'agent-tokens': 'Access tokens',
  auth: 'Account',
  me: 'Account',
  setup: 'Account',
}

export function routeTag({ path, credential }: Pick<DescribedRoute, 'path' | 'credential'>): TagName {
  if (credential === 'dsn') return 'Ingest'
  return TAG_OF[path.replace('/api/v1/', '').split('/')[0]!] ?? 'Service'
}
