import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DAY_MS } from '#contract/time.ts'
import { type AuditFilter, auditExportPath } from '../../../api/account/audit.ts'
import { membersQuery } from '../../../api/account/members.ts'
import type { AuditEntry, AuditGroup, Member } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { downloadFrom } from '../../../components/copy/download-text.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { Select } from '../../../components/form/select.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import { Popover } from '../../../components/overlay/popover.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { WINDOWS } from '../../../entities/issue/issue-filter.ts'
import { MemberPicker } from '../../../entities/member/member-picker.tsx'
import type { AuditSearch } from './audit-search.ts'

const ALL = ''
const EVERYONE = 'Everyone'
const GROUPS: Record<AuditGroup, string> = {
  member: 'Members',
  token: 'Tokens',
  login: 'Blocked sign-ins',
  password: 'Passwords',
  two_factor: 'Two-factor sign-in',
  single_sign_on: 'Single sign-on',
  sessions: 'Sessions',
  project: 'Projects',
  dsn_key: 'DSN keys',
  webhook: 'Webhooks',
  alert_rule: 'Alert rules',
  view: 'Saved views',
  release: 'Releases',
  release_files: 'Release files',
  dead_letter: 'Retried events',
  organization: 'Organization',
}
const ACTIONS = [
  { value: ALL, label: 'All actions' },
  ...Object.entries(GROUPS).map(([value, label]) => ({ value, label })),
]
const TIMES = [{ value: ALL, label: 'Any time' } as const, ...WINDOWS]

export function auditFilterOf({ window, ...rest }: AuditSearch): AuditFilter {
  if (window === undefined) return rest
  return { ...rest, windowMs: window === '24h' ? DAY_MS : Number.parseInt(window, 10) * DAY_MS }
}

interface AuditFiltersProps {
  search: AuditSearch
  /** Those shown, for the names of what is filtered by. */
  entries: AuditEntry[]
}

export function AuditFilters({ search, entries }: AuditFiltersProps) {
  const navigate = useNavigate()
  const put = (change: Partial<Record<keyof AuditSearch, string | undefined>>) =>
    void navigate({
      to: '/settings/audit-log',
      search: { ...search, ...change } as AuditSearch,
      replace: true,
    })
  const target = entries.find((entry) => entry.target.id === search.target)?.target
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line pb-2">
      <Select
        label="What"
        value={search.action ?? ALL}
        choices={withChosen(ACTIONS, search.action)}
        onChange={(action) => put({ action: action || undefined })}
      />
      <ActorFilter actor={search.actor} entries={entries} onChoose={(actor) => put({ actor })} />
      <Select
        label="When"
        value={search.window ?? ALL}
        choices={TIMES}
        onChange={(window) => put({ window: window || undefined })}
      />
      {search.target !== undefined && (
        <Button onClick={() => put({ target: undefined })}>
          <span className="max-w-48 truncate">{target?.name || 'One object'}</span> ×
          <span className="sr-only">Show all objects</span>
        </Button>
      )}
      <span className="flex-1" />
      <ExportMenu search={search} />
    </div>
  )
}

interface ActorFilterProps {
  actor: string | undefined
  entries: AuditEntry[]
  onChoose: (actor: string | undefined) => void
}

function ActorFilter({ actor, entries, onChoose }: ActorFilterProps) {
  const [open, setOpen] = useState(false)
  const { data: members = [] } = useQuery(membersQuery)
  const chosen = actor === undefined ? null : actorOf(actor, { members, entries })
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title="Who"
      align="start"
      button={
        <>
          <span className="sr-only">Who:</span>
          <span className="max-w-48 truncate">
            <EventText>{chosen ? personName(chosen) : EVERYONE}</EventText>
          </span>
        </>
      }
    >
      <MemberPicker
        chosen={chosen}
        nobody={EVERYONE}
        onChoose={(person) => {
          setOpen(false)
          onChoose(person?.id)
        }}
      />
    </Popover>
  )
}

/** Someone who is not a member any more has their name from the log. */
function actorOf(id: string, { members, entries }: { members: Member[]; entries: AuditEntry[] }) {
  const name = entries.find(({ actor }) => actor.id === id)?.actor.name ?? id
  return members.find((member) => member.id === id) ?? { id, name, email: '' }
}

/** The choices, with the one of the URL if it is another. */
function withChosen(choices: { value: string; label: string }[], chosen = ALL) {
  return choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: chosen }]
}

function ExportMenu({ search }: { search: AuditSearch }) {
  const download = (format: 'csv' | 'ndjson') => downloadFrom(auditExportPath(auditFilterOf(search), format))
  return (
    <Menu
      align="end"
      entries={[
        {
          key: 'csv',
          label: 'CSV',
          hint: 'For spreadsheets',
          onSelect: () => download('csv'),
        },
        {
          key: 'ndjson',
          label: 'NDJSON',
          hint: 'For programs: one entry per line',
          onSelect: () => download('ndjson'),
        },
      ]}
    >
      <ScreenIcon name="download" /> Export
    </Menu>
  )
}
