import type { NewsKind } from '#contract/vocabulary.ts'
import { digestLetter } from '#domain/notify/digest-letter.ts'
import type { LetterLinks } from '#domain/notify/letter-layout.ts'
import type { MailText } from '#domain/notify/mail-text.ts'
import { countNews, LETTER_PROJECTS, type LetterNews, type NewsItem } from '#domain/notify/news.ts'
import { newsLetter } from '#domain/notify/news-letter.ts'
import type { ToldItem, ToldNews } from '#domain/notify/told-news.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findLetterComments, findLetterIssues, nameOfActor } from '#storage/notify/letter-issue.ts'
import { countWeek } from '#storage/notify/week.ts'
import { listProjects } from '#storage/project/project.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { agentQueue } from '../agents/queue.ts'
import { issueTrends } from '../issues/trends.ts'
import type { ClaimedLetter } from './claim-letters.ts'

const DIGEST_ISSUES = 5

/** A letter's current content; null if nothing is left to say: it was deleted, or is no longer wanted. */
export async function composeLetter(
  deps: ActionDeps,
  org: Org,
  { letter, links }: { letter: ClaimedLetter; links: LetterLinks },
): Promise<MailText | null> {
  const { news, userId, preferences } = letter
  if (preferences.mutedUntil !== null && preferences.mutedUntil > deps.clock()) return null
  if (news === null) return preferences.digestAt === null ? null : composeDigest(deps, org, { userId, links })
  return deps.database.snapshotOf(org, async (scope) => {
    const told = await tell(scope, stillWanted(news, preferences.kinds), links)
    return Object.values(told.counts).some((count) => count > 0) ? newsLetter(told, links) : null
  })
}

function stillWanted(news: LetterNews, kinds: Record<NewsKind, boolean>): LetterNews {
  const wanted = <T>(byKind: Partial<Record<NewsKind, T>> = {}) =>
    Object.fromEntries(Object.entries(byKind).filter(([kind]) => kinds[kind as NewsKind]))
  return {
    items: news.items.filter(({ kind }) => kinds[kind]),
    counts: wanted(news.counts),
    projects: wanted(news.projects),
  }
}

async function tell(
  scope: OrgScope,
  { items, counts, projects }: LetterNews,
  links: LetterLinks,
): Promise<ToldNews> {
  const issues = await findLetterIssues(scope, [...new Set(items.map(({ issueId }) => issueId))])
  const commentIds = items.flatMap(({ commentId }) => (commentId === undefined ? [] : [commentId]))
  const comments = await findLetterComments(scope, commentIds)
  const names = new Map<string, string | null>()
  const told: ToldItem[] = []
  const left = { ...counts }
  for (const item of items) {
    const issue = issues.get(item.issueId)
    const comment = item.commentId === undefined ? null : comments.get(item.commentId)
    if (!issue || comment === undefined) {
      left[item.kind] = (left[item.kind] ?? 1) - 1
      continue
    }
    const { id, projectName, ...facts } = issue
    const url = `${links.origin}/issues/${id}`
    const by = await nameOf(scope, names, item)
    const { kind, note = null, measure = null } = item
    told.push({ ...facts, kind, project: projectName, url, by, note, comment, measure })
  }
  const isGone = told.length === 0 && countNews({ counts }) <= items.length
  const ids = new Set(Object.values(projects ?? {}).flat())
  return {
    items: told,
    counts: isGone ? {} : left,
    projects: await shownNames(scope, ids),
    hasMoreProjects: ids.size >= LETTER_PROJECTS,
  }
}

async function shownNames(scope: OrgScope, ids: ReadonlySet<number>): Promise<string[]> {
  if (ids.size === 0) return []
  return (await listProjects(scope)).flatMap(({ id, name }) => (ids.has(id) ? [name] : []))
}

async function nameOf(
  scope: OrgScope,
  known: Map<string, string | null>,
  { by }: NewsItem,
): Promise<string | null> {
  if (!by) return null
  const key = `${by.kind} ${by.id}`
  const name = known.get(key) ?? (await nameOfActor(scope, by))
  known.set(key, name)
  return name
}

async function composeDigest(
  deps: ActionDeps,
  org: Org,
  { userId, links }: { userId: string; links: LetterLinks },
): Promise<MailText | null> {
  const reader = { ...org, userId, actor: { kind: 'user' as const, id: userId } }
  const query = { q: '', window: '7d' as const, unclaimed: 'false' as const, limit: DIGEST_ISSUES }
  const { queue } = await agentQueue(deps, reader, query)
  const { numbers, projects } = await deps.database.snapshotOf(org, async (scope) => ({
    numbers: await countWeek(scope, userId, deps.clock()),
    projects: new Map((await listProjects(scope)).map(({ uid, name }) => [uid, name])),
  }))
  const trends = await issueTrends(deps, org, { issue_ids: queue.map(({ issue }) => issue.id), window: '7d' })
  const issues = queue.map(({ issue, reasons }, at) => ({
    project: projects.get(issue.project_id) ?? '',
    title: issue.title,
    url: `${links.origin}/issues/${issue.id}`,
    eventsOfWeek: trends[at]!.buckets.reduce((sum, { count }) => sum + count, 0),
    events: issue.event_count,
    users: issue.unique_user_count,
    reasons,
  }))
  return digestLetter({ ...numbers, issues }, links)
}
