import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { auditQuery } from '../../../api/account/audit.ts'
import type { AuditEntry } from '../../../api/wire.ts'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { formatUtc } from '../../../format/time.ts'
import { SettingsPage } from '../../../layout/settings/settings-page.tsx'
import { AuditFilters, auditFilterOf } from './audit-filters.tsx'
import type { AuditSearch } from './audit-search.ts'
import { auditDetails, auditText } from './audit-text.ts'

const route = getRouteApi('/signed-in/settings-layout/settings/audit-log')

/** Admin activity: what was done, by whom, and from where. */
export function AuditScreen() {
  const search = route.useSearch()
  const query = useInfiniteQuery(auditQuery(auditFilterOf(search)))
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <SettingsPage title="Audit log" note="Admin activity, newest first">
      <AuditFilters search={search} entries={entries ?? []} />
      <AuditList query={query} entries={entries} search={search} />
    </SettingsPage>
  )
}

interface AuditListProps {
  query: UseInfiniteQueryResult
  entries: AuditEntry[] | undefined
  search: AuditSearch
}

function AuditList({ query, entries, search }: AuditListProps) {
  const filtered = Object.keys(search).length > 0
  return (
    <LoadedList
      query={query}
      rows={entries}
      what="the audit log"
      empty={
        filtered ? (
          <EmptyState title="No admin activity matches">
            <Link to="/settings/audit-log" className="underline underline-offset-2 hover:text-ink">
              Show everything
            </Link>
          </EmptyState>
        ) : (
          <EmptyState title="No admin activity yet" />
        )
      }
    >
      {(shown) => (
        <DataTable
          label="Audit log"
          head={
            <>
              <HeadCell>When</HeadCell>
              <HeadCell className="w-56 max-sm:hidden">Who</HeadCell>
              <HeadCell>What</HeadCell>
              <HeadCell className="max-md:hidden">From</HeadCell>
            </>
          }
        >
          {shown.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </DataTable>
      )}
    </LoadedList>
  )
}

const ACTORS: Record<AuditEntry['actor']['kind'], string> = {
  user: '',
  token: 'token',
  command_line: 'on the server',
  system: '',
}

function ActorLink({ actor: { id, name } }: { actor: AuditEntry['actor'] }) {
  if (id === null) return <span className="font-medium">{name}</span>
  return (
    <Link
      to="/settings/audit-log"
      search={(current) => ({ ...current, actor: id })}
      activeProps={{}}
      title="Only their entries"
      className="font-medium hover:underline"
    >
      {name}
    </Link>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const details = auditDetails(entry)
  const { text, object } = auditText(entry)
  return (
    <tr>
      <Cell className="align-top whitespace-nowrap text-ink-2">
        <Ago at={entry.at} className="inline-block min-w-[4.625rem]" />{' '}
        <span className="ml-1 hidden text-small text-ink-3 lg:inline">{formatUtc(entry.at)}</span>
      </Cell>
      <Cell className="max-w-56 align-top wrap-anywhere max-sm:hidden">
        <ActorLink actor={entry.actor} />
        {ACTORS[entry.actor.kind] !== '' && (
          <span className="ml-1.5 text-small text-ink-3">{ACTORS[entry.actor.kind]}</span>
        )}
      </Cell>
      <Cell className="align-top wrap-anywhere">
        <span className="font-medium sm:hidden">{entry.actor.name} </span>
        <span className="text-ink-2">{text}</span>{' '}
        {object !== '' && (
          <Link
            to="/settings/audit-log"
            search={(current) => ({ ...current, target: entry.target.id })}
            activeProps={{}}
            title="Only entries about this"
            className="font-medium hover:underline"
          >
            <EventText>{object}</EventText>
          </Link>
        )}
        {/* The line breaks before them. */}
        {details !== '' && ' '}
        {details !== '' && (
          <span className="text-small text-ink-3 max-sm:block sm:ml-2">
            <EventText>{details}</EventText>
          </span>
        )}
      </Cell>
      <Cell className="align-top font-mono text-small text-ink-3 max-md:hidden">{entry.ip}</Cell>
    </tr>
  )
}
