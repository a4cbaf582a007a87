import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { commentsQuery } from '../../../api/comments.ts'
import { issueActivityQuery } from '../../../api/issue.ts'
import type { IssueActivity, IssueComment, IssueSummary } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { LoadMoreButton } from '../../../components/display/load-more-button.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { ScreenIcon, type ScreenIconName } from '../../../components/screen-icon.tsx'
import { ErrorState, LoadingNote, Skeleton } from '../../../components/states.tsx'
import { showHidden } from '../../../format/show-hidden.ts'
import { formatUtc } from '../../../format/time.ts'
import { activityText, actorName, otherIssue } from './activity-text.ts'
import { CommentCard } from './comment-card.tsx'
import { CommentForm } from './comment-form.tsx'

const ICONS: ReadonlyMap<string, ScreenIconName> = new Map(
  Object.entries({
    regression: 'return',
    snoozed: 'clock',
    snooze_ended: 'clock',
    ignored: 'mute',
    resolved: 'check',
    merged: 'merge',
    split: 'merge',
    assigned: 'person',
    commented: 'comment',
    comment_deleted: 'comment',
  }),
)

/** The issue's activity and comments, newest first; at the end, how it began. */
export function ActivityTab({ issue }: { issue: IssueSummary }) {
  const { data, error, refetch } = useQuery(issueActivityQuery(issue.id))
  const comments = useInfiniteQuery(commentsQuery(issue.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <CommentForm issueId={issue.id} />
      {comments.error && !comments.data && (
        <ErrorState error={comments.error} onRetry={() => void comments.refetch()} />
      )}
      {/* Comments that came later would move what is below them. */}
      {!data || comments.isPending ? (
        <Waiting />
      ) : (
        <Lines
          issue={issue}
          activity={data.activity}
          comments={comments.data?.pages.flatMap((page) => page.comments) ?? []}
        />
      )}
      {comments.hasNextPage && (
        <div className="mt-3">
          <LoadMoreButton query={comments} action="Show older comments" />
        </div>
      )}
    </>
  )
}

interface LinesProps {
  issue: IssueSummary
  activity: IssueActivity[]
  comments: IssueComment[]
}

function Lines({ issue, activity, comments }: LinesProps) {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const release = issue.first_release === '' ? '' : ` in ${issue.first_release}`
  return (
    <ol className="mt-2" aria-label="Activity">
      {activity.map((line) => (
        <ActivityLine
          key={line.id}
          line={line}
          issueId={issue.id}
          comment={byId.get(String(line.details.comment_id))}
        />
      ))}
      {activity.length >= LIMITS.activityShown && (
        <li className="border-t border-line py-2.5 text-small text-ink-3">
          Only the newest {LIMITS.activityShown} entries are kept.
        </li>
      )}
      <Line icon="alert" at={issue.first_seen_at}>
        First seen<EventText>{release}</EventText>
      </Line>
    </ol>
  )
}

interface ActivityLineProps {
  line: IssueActivity
  issueId: string
  /** Absent if the line is about none, or it is gone. */
  comment: IssueComment | undefined
}

function ActivityLine({ line, issueId, comment }: ActivityLineProps) {
  const other = otherIssue(line)
  const shown = line.kind === 'commented' ? comment : undefined
  return (
    <Line
      icon={iconOf(line)}
      at={line.at}
      actor={line.kind === 'regression' ? undefined : actorName(line.actor)}
      reason={line.kind === 'regression' ? String(line.details.note ?? '') : undefined}
      token={line.actor.kind === 'token'}
      below={shown && <CommentCard issueId={issueId} comment={shown} />}
    >
      <EventText>{activityText(line)}</EventText>
      {other && (
        <>
          {' '}
          <Link
            to="/issues/$issueId"
            params={{ issueId: other.id }}
            className="text-ink underline decoration-line-2 underline-offset-2 hover:decoration-ink"
          >
            <EventText>{other.title}</EventText>
          </Link>
        </>
      )}
      {line.issue_id !== issueId && !other && <span className="text-ink-3"> · on a merged issue</span>}
    </Line>
  )
}

function iconOf({ kind, details }: IssueActivity): ScreenIconName {
  return ICONS.get(kind === 'status_changed' ? String(details.to) : kind) ?? 'refresh'
}

interface LineProps {
  icon: ScreenIconName
  at: string
  /** Absent if the text says it all. */
  actor?: string | undefined
  /** The reason, as a tooltip. */
  reason?: string | undefined
  /** The actor is an access token. */
  token?: boolean
  below?: ReactNode
  children: ReactNode
}

function Line({ icon, at, actor, reason, token = false, below, children }: LineProps) {
  return (
    <li className="flex items-baseline gap-2.5 border-t border-line py-2.5 first:border-t-0">
      <ScreenIcon name={icon} className="translate-y-[2px] text-ink-3" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2.5">
          <span className="min-w-0 flex-1 break-words">
            {token && <span className="text-ink-3">Token </span>}
            {actor !== undefined && <b className="font-semibold">{actor} </b>}
            <span className="text-ink-2" title={reason === undefined ? undefined : showHidden(reason)}>
              {children}
            </span>
          </span>
          <span className="flex-none text-small text-ink-3">
            <span className="mr-1 hidden md:inline">{formatUtc(at)}</span> <Ago at={at} />
          </span>
        </div>
        {below}
      </div>
    </li>
  )
}

/** As high as a screen: what is below must not move into view and out again. */
function Waiting() {
  return (
    <div className="appear-late grid min-h-screen content-start gap-3 pt-4">
      <LoadingNote what="the activity" />
      <Skeleton className="h-5" />
      <Skeleton className="h-5" />
    </div>
  )
}
