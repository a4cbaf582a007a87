import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import { endOfPrefix } from '../engine/like-pattern.ts'
import type { OrgScope } from '../engine/scope.ts'
import { type Facet, OTHER_VALUES } from '../issue/facet.ts'
import { issueKeysOf } from '../issue/issue.ts'
import { hiddenProjects, isOfProject } from '../project/deletion.ts'
import { startsWithText, withinTime } from '../search/text-match.ts'
import type { CompletionFilter, CompletionValue } from './completion.ts'

/*
 * Senders decide how many values there are, and how many issues have each. What a completion reads does not depend on
 * either (decision 0170).
 */

/** Values of a facet that are looked through for a prefix in any case, in their order. */
const MOST_STEPS = 1000
/** Values that a completion chooses among: those that follow what is typed, in order. */
const MOST_VALUES = 100
/** Rows of a value: more than are counted, because merged issues count once with the one they are merged into. */
const MOST_ROWS = 750
/** Rows of all values in all projects, among which those of one project are counted: each costs PostgreSQL 7 µs. */
const MOST_ROWS_OF_ALL = { sqlite: 5000, postgres: 1500 }
const RECENT = { issues: 500, rows: 5000 }

/** Rows with the values of one facet or tag. */
interface Source {
  table: 'issue_facet' | 'issue_tag'
  rows: RawBuilder<unknown>
}

/** Issues by value among those seen last. */
interface Recent {
  counts: ReadonlyMap<string, number>
  /** There are no others. */
  isAll: boolean
}

const NONE: Recent = { counts: new Map(), isAll: false }
const ALL = sql`1 = 1`
const OF_EVENTS = sql`value > ${OTHER_VALUES}`

/** Values of a facet that start with `prefix` in any case, those of most issues first. */
export async function completeFacet(
  scope: OrgScope,
  facet: Facet,
  { prefix, projectId, limit }: CompletionFilter,
): Promise<CompletionValue[]> {
  const source = facetSource(scope, facet)
  const matches = prefix === '' ? ALL : startsWithText('value', prefix)
  const values = await findValues(scope, source, { begin: OF_EVENTS, next: ALL, matches, most: MOST_STEPS })
  const counted = await countValues(scope, source, { values, projectId })
  const recent = await recentValues(scope, source, { begin: OF_EVENTS, matches, projectId })
  return mostFirst(counted, recent).slice(0, limit)
}

/** The first values of a facet in their order, up to `most`. */
export function firstValues(scope: OrgScope, facet: Facet, most: number): Promise<string[]> {
  return findValues(scope, facetSource(scope, facet), { begin: OF_EVENTS, next: ALL, matches: ALL, most })
}

/** Values of a tag that start with `prefix`, those of most issues first. */
export async function completeTag(
  scope: OrgScope,
  key: string,
  { prefix, projectId, limit }: CompletionFilter,
): Promise<CompletionValue[]> {
  const source = { table: 'issue_tag', rows: sql`org_id = ${scope.orgId} AND tag_key = ${key}` } as const
  const end = sql`value < ${endOfPrefix(prefix)}`
  const begin = sql`value >= ${prefix} AND ${end}`
  const values = await findValues(scope, source, { begin, next: end, matches: ALL, most: MOST_VALUES })
  const counted = await countValues(scope, source, { values, projectId })
  const recent =
    projectId === null ? NONE : await recentValues(scope, source, { begin, matches: ALL, projectId })
  return mostFirst(counted, recent).slice(0, limit)
}

export async function countIssuesOfReleases(
  scope: OrgScope,
  releases: readonly string[],
  projectId: number | null,
): Promise<CompletionValue[]> {
  if (releases.length === 0) return []
  const source = facetSource(scope, 'release')
  const counted = await countValues(scope, source, { values: releases, projectId })
  if (projectId === null) return mostFirst(counted, NONE)
  const matches = sql`value IN (${sql.join(releases)})`
  return mostFirst(counted, await recentValues(scope, source, { begin: OF_EVENTS, matches, projectId }))
}

function facetSource(scope: OrgScope, facet: Facet): Source {
  return { table: 'issue_facet', rows: sql`org_id = ${scope.orgId} AND facet = ${facet}` }
}

interface Steps {
  /** Holds for the values to begin with, and for those that come after another. */
  begin: RawBuilder<unknown>
  next: RawBuilder<unknown>
  matches: RawBuilder<unknown>
  most: number
}

/** Steps from each value to the next one in the index: common ones cost no more than rare ones. */
async function findValues(
  scope: OrgScope,
  { table, rows }: Source,
  { begin, next, matches, most }: Steps,
): Promise<string[]> {
  const from = sql.table(table)
  const found = await sql<{ value: string }>`WITH RECURSIVE name (value, place) AS (
      SELECT min(value), 1 FROM ${from} WHERE ${rows} AND ${begin}
      UNION ALL
      SELECT (SELECT min(value) FROM ${from} WHERE ${rows} AND value > name.value AND ${next}), place + 1
      FROM name WHERE name.value IS NOT NULL AND place < ${most})
    SELECT value FROM name WHERE value IS NOT NULL AND ${matches} LIMIT ${MOST_VALUES}`.execute(scope.db)
  return found.rows.map(({ value }) => value)
}

/** Counts each value's issues among some of its rows. Capped if it has more of them. */
async function countValues(
  scope: OrgScope,
  source: Source,
  { values, projectId }: { values: readonly string[]; projectId: number | null },
): Promise<CompletionValue[]> {
  if (values.length === 0) return []
  const from = sql.table(source.table)
  const issueId = sql.ref(`${source.table}.issue_id`)
  const most = projectId === null ? MOST_ROWS : Math.ceil(MOST_ROWS_OF_ALL[dialectOf(scope)] / values.length)
  const roots =
    projectId === null
      ? sql`SELECT ${rootOf(scope, issueId)} AS root_id FROM ${from}
        WHERE ${source.rows} AND value = chosen.value AND ${await isShown(scope, issueId)}
          AND ${withinTime(dialectOf(scope), `${source.table}.issue_id`)}
        LIMIT ${most}`
      : sql`SELECT CASE WHEN issue.project_id = ${projectId} THEN coalesce(issue.merge_parent_id, issue.id) END AS root_id
        FROM (SELECT ${issueId} AS issue_id FROM ${from} WHERE ${source.rows} AND value = chosen.value
          ORDER BY issue_id DESC LIMIT ${most}) AS latest
        CROSS JOIN issue WHERE issue.org_id = ${scope.orgId} AND issue.id = latest.issue_id`
  const named = sql.join(values.map((value) => sql`(${value})`))
  // Both numbers in one column, so that the rows are read once.
  const { rows } = await sql<{ value: string; numbers: string }>`SELECT chosen.value AS value,
      (SELECT count(DISTINCT root_id) || '/' || count(*) FROM (${roots}) AS counted) AS numbers
    FROM (SELECT column1 AS value FROM (VALUES ${named}) AS named) AS chosen`.execute(scope.db)
  return rows.map(({ value, numbers }) => {
    const [count, found] = numbers.split('/').map(Number)
    return { value, count: count!, capped: found === most }
  })
}

/** The issue that shows a row's events. Only a merged one's row is looked up. */
function rootOf({ orgId }: OrgScope, issueId: RawBuilder<unknown>) {
  return sql`CASE WHEN ${issueId} IN (SELECT id FROM issue WHERE org_id = ${orgId} AND merge_parent_id IS NOT NULL)
    THEN (SELECT merge_parent_id FROM issue AS merged WHERE merged.org_id = ${orgId} AND merged.id = ${issueId})
    ELSE ${issueId} END`
}

/** The plus stops SQLite from looking up each issue per value. */
async function isShown(scope: OrgScope, issueId: RawBuilder<unknown>) {
  const hidden = await hiddenProjects(scope)
  return hidden.length === 0 ? sql`1 = 1` : sql`+${issueId} NOT IN ${issueKeysOf(scope, hidden)}`
}

/** Counts among the issues seen last, merged ones included. What is typed does not decide how many rows are read. */
async function recentValues(
  scope: OrgScope,
  source: Source,
  {
    begin,
    matches,
    projectId,
  }: { begin: RawBuilder<unknown>; matches: RawBuilder<unknown>; projectId: number | null },
): Promise<Recent> {
  const { rows } = await sql<{
    value: string
    count: number
    issues: number
    seen: number
  }>`WITH recent (id, has_merged) AS MATERIALIZED (
      SELECT id, has_merged FROM issue WHERE org_id = ${scope.orgId} AND merge_parent_id IS NULL AND ${isOfProject(scope, 'issue.project_id', projectId)}
      ORDER BY last_seen_at DESC, id DESC LIMIT ${RECENT.issues}),
    member (id, root_id) AS MATERIALIZED (
      SELECT id, id FROM recent
      UNION ALL
      SELECT issue.id, issue.merge_parent_id FROM recent CROSS JOIN issue
      WHERE recent.has_merged = 1 AND issue.org_id = ${scope.orgId} AND issue.merge_parent_id IS NOT NULL
        AND issue.merge_parent_id = recent.id),
    seen (value, root_id) AS MATERIALIZED (
      SELECT value, root_id FROM member CROSS JOIN ${sql.table(source.table)}
      WHERE ${source.rows} AND issue_id = member.id AND ${begin} LIMIT ${RECENT.rows})
    SELECT value, count(DISTINCT root_id) AS count,
      (SELECT count(*) FROM recent) AS issues, (SELECT count(*) FROM seen) AS seen
    FROM seen WHERE ${matches} GROUP BY value ORDER BY 2 DESC, 1 LIMIT ${MOST_VALUES}`.execute(scope.db)
  const [first] = rows
  const isAll = first !== undefined && first.issues < RECENT.issues && first.seen < RECENT.rows
  return { counts: new Map(rows.map(({ value, count }) => [value, count])), isAll }
}

/** Each count is of some of the issues, so the higher one is closer. Equal ones: seen by more recent issues first. */
function mostFirst(
  counted: readonly CompletionValue[],
  { counts: lately, isAll }: Recent,
): CompletionValue[] {
  const found = new Map(counted.map((of) => [of.value, of]))
  return [...new Set([...found.keys(), ...lately.keys()])]
    .map((value) => {
      const count = Math.max(found.get(value)?.count ?? 0, lately.get(value) ?? 0)
      const capped = count > LIMITS.completionCount || (!isAll && (found.get(value)?.capped ?? true))
      return { value, count: Math.min(count, LIMITS.completionCount), capped }
    })
    .filter(({ count }) => count > 0)
    .sort(
      (a, b) =>
        b.count - a.count ||
        (lately.get(b.value) ?? 0) - (lately.get(a.value) ?? 0) ||
        (a.value < b.value ? -1 : 1),
    )
}
