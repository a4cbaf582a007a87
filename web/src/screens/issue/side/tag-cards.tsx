import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tagNameOf } from '#contract/issue/query-value.ts'
import { LIMITS } from '#contract/limits.ts'
import { issueTagsQuery } from '../../../api/issue.ts'
import type { IssueTags } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Meter } from '../../../components/display/meter.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { Button } from '../../../components/form/button.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { showHidden } from '../../../format/show-hidden.ts'
import { SearchLink } from './search-link.tsx'

const FIRST_TAGS = 5
const FIRST_VALUES = 3
const FIRST_USERS = 5

type Tag = IssueTags['tags'][number]
type User = IssueTags['users'][number]

interface OfIssue {
  issueId: string
  projectId: string
}

/** The tags and users of the newest events. */
export function TagCards({ issueId, projectId }: OfIssue) {
  const { data, isPending } = useQuery(issueTagsQuery(issueId))
  const [showsAll, setShowsAll] = useState(false)
  if (isPending) {
    // The cards below must not move far once the events are read.
    return (
      <Card title="Tags">
        <div className="h-60" />
      </Card>
    )
  }
  if (!data) return null
  const { tags, users, events_read: read } = data
  const shown = showsAll ? tags : tags.slice(0, FIRST_TAGS)
  return (
    <>
      {tags.length > 0 && (
        <Card title="Tags">
          <Counted read={read} />
          {shown.map((tag) => (
            <TagValues key={tag.key} tag={tag} read={read} projectId={projectId} />
          ))}
          {tags.length > shown.length && (
            <Button size="small" kind="quiet" className="-ml-2" onClick={() => setShowsAll(true)}>
              Show all {tags.length} tags
            </Button>
          )}
        </Card>
      )}
      {users.length > 0 && <Users users={users} read={read} projectId={projectId} />}
    </>
  )
}

const OTHER = <span className="text-ink-3">other</span>

/** Says that the cards count only some of the events. */
function Counted({ read }: { read: number }) {
  const newest = read === 1 ? 'the newest event' : `the newest ${plural(read, 'event')}`
  return <p className="-mt-1 mb-2 text-small text-ink-3">In {newest}</p>
}

function TagValues({ tag, read, projectId }: { tag: Tag; read: number; projectId: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const values = showsAll ? tag.values : tag.values.slice(0, FIRST_VALUES)
  const listed = tag.values.reduce((sum, { count }) => sum + count, 0)
  const shown = values.reduce((sum, { count }) => sum + count, 0)
  const rest = showsAll ? tag.other : listed - shown + tag.other
  return (
    <div className="mb-3 last:mb-0">
      <h3 className="mb-1 flex gap-2 text-small text-ink-2">
        <span className="truncate font-mono" title={showHidden(tagNameOf(tag.key))}>
          <EventText>{tagNameOf(tag.key)}</EventText>
        </span>
        {tag.events < read && (
          <span className="ml-auto shrink-0 text-ink-3">in {formatCount(tag.events)}</span>
        )}
      </h3>
      {values.map((value) => (
        <Meter
          key={value.value}
          facet={value}
          total={tag.events}
          link={<SearchLink projectId={projectId} searchKey={tag.key} value={value.value} />}
        />
      ))}
      {rest > 0 && <Meter facet={{ value: 'other', count: rest }} total={tag.events} link={OTHER} />}
      {!showsAll && tag.values.length > FIRST_VALUES && (
        <Button size="small" kind="quiet" className="-ml-2" onClick={() => setShowsAll(true)}>
          Show {tag.values.length - FIRST_VALUES} more
        </Button>
      )}
    </div>
  )
}

function Users({ users, read, projectId }: { users: User[]; read: number; projectId: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? users : users.slice(0, FIRST_USERS)
  return (
    <Card title="Users">
      <Counted read={read} />
      <ul className="grid grid-cols-[minmax(0,1fr)] text-code">
        {shown.map((user) => (
          <li key={`${user.key}:${user.value}`} className="flex min-h-6 items-baseline gap-2">
            <span className="min-w-0 *:block *:truncate *:leading-6" title={showHidden(user.value)}>
              <UserLink user={user} projectId={projectId} />
            </span>
            <span className="num ml-auto shrink-0 text-ink-2">{plural(user.count, 'event')}</span>
            <span className="shrink-0 text-small text-ink-3">
              <Ago at={user.last_seen_at} />
            </span>
          </li>
        ))}
      </ul>
      {users.length > shown.length && (
        <Button size="small" kind="quiet" className="mt-1 -ml-2" onClick={() => setShowsAll(true)}>
          {/* The server lists no more of them. */}
          Show {users.length < LIMITS.issueUsersShown && 'all '}
          {users.length} users
        </Button>
      )}
    </Card>
  )
}

/** Of an address or an id a search finds all issues; of a name or an IP it doesn't. */
function UserLink({ user, projectId }: { user: User; projectId: string }) {
  if (user.email !== null)
    return <SearchLink projectId={projectId} searchKey="user.email" value={user.email} />
  if (user.key === 'id') return <SearchLink projectId={projectId} searchKey="user.id" value={user.value} />
  return <EventText>{user.value}</EventText>
}
