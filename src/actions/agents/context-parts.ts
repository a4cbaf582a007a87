import type { IssueContext } from '#contract/issue/context.ts'
import type { IssueTags } from '#contract/issue/tags.ts'
import { sourceLink } from '#contract/project/source-links.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import type { ContextDetail } from '#domain/context/detail.ts'
import { contextOfEvent } from '#domain/context/event.ts'
import { nextStep } from '#domain/context/next-step.ts'
import { stackFrames } from '#domain/event/view.ts'
import { isJsonObject, type JsonObject } from '#domain/json/json.ts'
import { type SuspectCommit, suspectCommits } from '#domain/release/commits.ts'
import { scrubEvent } from '#domain/scrub/scrub.ts'
import { cutLine, inertLine } from '#domain/text/inert-text.ts'
import { TextShower } from '#domain/text/shown-text.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { presentEmail } from '#storage/account/user.ts'
import { viewResolution } from '../issues/summary.ts'
import type { ContextMaterial } from './gather-context.ts'

export type { ContextMaterial }

const NAME_CHARS = 100
const SHOWN_IDS = 5

const name = (text: string) => cutLine(inertLine(text), NAME_CHARS)

export function contextFacts(material: ContextMaterial, { history }: ContextDetail): IssueContext['server'] {
  const { issue, chosen, claim, fix, merged } = material
  const { resolved_at, still_happening } = viewResolution(issue)
  const { row } = chosen
  const facts = {
    issue_id: issue.uid,
    url: material.url,
    project: { id: issue.project_uid, name: name(material.projectName) },
    status: issue.status,
    level: issue.level,
    snoozed: material.isSnoozed,
    event_count: issue.event_count,
    stored_event_count: issue.stored_event_count,
    unique_user_count: issue.unique_user_count,
    first_seen_at: isoTime(issue.first_seen_at),
    last_seen_at: isoTime(issue.last_seen_at),
    hourly_events: material.hourly,
    resolved_at,
    still_happening,
    regression_comparison: issue.regression_comparison,
    assignee: assigneeOf(material),
    claim: claim
      ? { claimed_by: name(claim.actor_name || claim.actor_kind), expires_at: isoTime(claim.expires_at) }
      : null,
    fix: fix
      ? {
          state: fix.state,
          by: name(fix.actor_name || fix.actor_kind),
          fixed_at: isoTime(fix.fixed_at),
          decided_at: isoTimeOrNull(fix.decided_at),
        }
      : null,
    event: row && {
      id: uuidFromBytes(row.event_id),
      occurred_at: isoTime(row.occurred_at),
      received_at: isoTime(row.received_at),
    },
    merge_parent_id: material.parentUid,
    merged: { count: material.mergedCount, issue_ids: merged.slice(0, SHOWN_IDS).map(({ uid }) => uid) },
    release_count: material.releases.length,
    feedback_count: material.feedback.length,
    comment_count: material.commentCount,
    history: material.history.slice(0, history).map((line) => ({
      at: isoTime(line.at),
      kind: line.kind,
      by: name(line.actor_name || presentEmail(line.actor_email) || line.actor_kind),
    })),
  }
  return { ...facts, next: nextStep(facts) }
}

function assigneeOf({ issue }: ContextMaterial): string | null {
  const email = presentEmail(issue.assignee_email)
  return issue.assignee_id === null || email === null ? null : name(issue.assignee_name || email)
}

/** What is read out of the chosen event, whatever the detail. */
export interface ContextEvidence {
  /** What the client sent, scrubbed again by the rules of today. */
  payload: JsonObject
  suspects: SuspectCommit[]
  newest: { events: number; tags: IssueTags['tags'] }
}

export function contextEvidence({ chosen, begun }: ContextMaterial, newest: IssueTags): ContextEvidence {
  const payload = scrubEvent(structuredClone(chosen.row?.document?.payload ?? {}))
  return {
    payload,
    suspects: suspectCommits(begun.commits, stackFrames(payload)),
    newest: { events: newest.events_read, tags: sharedTags(newest) },
  }
}

const TAG_VALUES = 3

/** Tags that several of the newest events share; a single event's are those of the event shown. */
function sharedTags({ events_read, tags }: IssueTags): IssueTags['tags'] {
  if (events_read < 2) return []
  const shared = tags.filter(({ values }) => values[0]!.count > 1)
  return shared.map(({ key, events, values, other }) => ({
    key,
    events,
    values: values.slice(0, TAG_VALUES).map(({ value, count }) => ({ value: scrubTag(key, value), count })),
    other: values.slice(TAG_VALUES).reduce((sum, { count }) => sum + count, other),
  }))
}

/** Projects can exempt fields; agents read none of them. */
function scrubTag(key: string, value: string): string {
  const { tags } = scrubEvent({ tags: { [key]: value } })
  return isJsonObject(tags) ? String(tags[key]) : ''
}

/** The part that clients wrote, and what it leaves out. */
export function contextClient(
  material: ContextMaterial,
  { payload, suspects, newest }: ContextEvidence,
  detail: ContextDetail,
): { client: IssueContext['client']; shower: TextShower } {
  const { issue, chosen, facets, merged, feedback, sourceLinks } = material
  const release = chosen.row?.release ?? issue.release
  const show = new TextShower(detail.text)
  const top = (values: { value: string; count: number }[]) =>
    values.slice(0, detail.values).map(({ value, count }) => ({ value: show.line(value, 60), count }))
  const client = {
    title: show.line(issue.title),
    culprit: show.line(issue.culprit),
    platform: show.line(chosen.row?.platform ?? issue.platform, 40),
    environment: show.line(chosen.row?.environment ?? issue.environment, 60),
    release: show.line(release, 60),
    releases: {
      first: show.line(issue.first_release, 60),
      latest: show.line(issue.release, 60),
      resolved_in: show.line(issue.resolved_in_release, 60),
      regression: show.line(issue.regression_note, 160),
      project: material.projectReleases.slice(0, detail.values).map(({ version }) => show.line(version, 60)),
    },
    ...contextOfEvent({ payload, linkOf: (frame) => sourceLink(sourceLinks, frame, release) }, show, detail),
    distribution: {
      environment: top(facets.environments),
      release: top(facets.releases),
      browser: top(facets.browsers),
      os: top(facets.operating_systems),
    },
    newest: { events: newest.events, tags: tagLines(newest.tags, show, detail.values) },
    fix: fixLines(material.fix, show),
    suspect_commits: suspectLines(suspects, show, detail.exceptions),
    comments: commentLines(material, show, detail.feedback),
    merged_titles: show
      .first('merged issues', merged, Math.min(SHOWN_IDS, detail.values))
      .map(({ title }) => show.line(title)),
    feedback: show
      .first('feedback', feedback, detail.feedback)
      .map(({ createdAt, comments }) => `${isoTime(createdAt)} ${show.line(comments)}`),
  }
  return { client, shower: show }
}

function tagLines(tags: IssueTags['tags'], show: TextShower, most: number): string[] {
  return show.first('shared tags', tags, 2 * most).map(({ key, values, other }) => {
    const said = values.map(({ value, count }) => `${show.line(value, 60)} (${count})`)
    return `${show.line(key, 60)}: ${said.join(', ')}${other === 0 ? '' : `, others (${other})`}`
  })
}

/** The note's author may have copied text that a client sent. */
function fixLines(fix: ContextMaterial['fix'], show: TextShower): string[] {
  if (!fix) return []
  const said: [string, string | null][] = [
    ['fixed in', fix.release],
    ['still happened in', fix.failed_in],
    ['commit', fix.commit_id],
    ['url', fix.url],
    ['note', fix.note],
  ]
  return said.flatMap(([what, text]) => (text ? [`${what}: ${show.line(text)}`] : []))
}

function suspectLines(suspects: readonly SuspectCommit[], show: TextShower, most: number): string[] {
  return show.first('suspect commits', suspects, most).map(({ id, at, author, message, file }) => {
    const by = [isoTimeOrNull(at), show.line(author, 60)].filter((part) => part).join(' ')
    return `${show.line(id, 64)} (${by}) changed ${show.line(file)}: ${show.line(message)}`
  })
}

/** Newest first. Authors may have copied text that a client sent. */
function commentLines({ comments, commentCount }: ContextMaterial, show: TextShower, most: number): string[] {
  const shown = comments.slice(0, most)
  show.noteOmitted({ what: 'comments', shown: shown.length, total: commentCount })
  return shown.map((row) => {
    const by = name(row.author_name || presentEmail(row.author_email) || row.author_kind)
    return `${isoTime(row.created_at)} ${by}: ${show.line(row.body)}`
  })
}

export function contextOmissions(
  { issue, chosen }: ContextMaterial,
  { omissions, cutTexts }: TextShower,
): IssueContext['truncated'] {
  const eventId = chosen.row ? uuidFromBytes(chosen.row.event_id) : null
  const ofEvent = eventId === null ? '' : `GET /api/v1/events/${eventId}, or get_event`
  const ofIssue: Record<string, string> = {
    feedback: `GET /api/v1/issues/${issue.uid}/feedback`,
    comments: `GET /api/v1/issues/${issue.uid}/comments`,
    'suspect commits': `GET /api/v1/issues/${issue.uid}/suspect-commits`,
    'shared tags': `GET /api/v1/issues/${issue.uid}/tags`,
    'merged issues': `GET /api/v1/issues/${issue.uid}/merged`,
  }
  const left = omissions.map((omission) => ({ ...omission, how: ofIssue[omission.what] ?? ofEvent }))
  if (cutTexts === 0) return left
  return [...left, { what: 'texts in full', shown: 0, total: cutTexts, how: ofEvent || 'a larger max_chars' }]
}
