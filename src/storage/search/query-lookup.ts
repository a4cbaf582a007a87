import { expressionBuilder } from 'kysely'
import { SEARCH_LIMITS } from '#contract/limits.ts'
import { termsIn } from '#domain/search/query-groups.ts'
import type { IssueQuery, QueryGroup, QueryTerm, TermKind } from '#domain/search/query-term.ts'
import { searchedForm } from '#domain/text/search-text.ts'
import { findEmails } from '../account/email-address.ts'
import { countRows } from '../engine/count-rows.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import type { Dialect } from '../engine/migrate.ts'
import type { OrgScope } from '../engine/scope.ts'
import { FACETS } from '../issue/facet.ts'
import { hiddenProjects } from '../project/deletion.ts'
import type { Schema } from '../schema/schema.ts'
import { type EarlierMessages, findEarlierMessages } from './earlier-messages.ts'
import { isReleaseKind } from './release-condition.ts'
import { containsText } from './text-match.ts'
import { type Asked, holdersOf, type Way } from './value-condition.ts'

/** Addresses named in one query; if more match, each issue is checked in turn. */
const MOST_EMAILS = 1500
/** Issues with a value that are looked up one by one, rather than walking the list. */
const FEW_ROWS = 1000
/** More rows than this make walking the list, asking each issue, cheaper than making a set of them. */
const COMMON_ROWS = { sqlite: 7000, postgres: 20_000 }

/** A text or a group is common if `common` of the first `issues` of the list have it. */
const SAMPLE = { issues: 100, common: 10 }

/** @param count of the first issues of a list. */
export function isOftenFound(count: number): boolean {
  return count >= SAMPLE.common
}

export interface QueryLookup {
  /** The addresses that a term matches; those of the terms that are missing are too many to be named. */
  emails: ReadonlyMap<QueryTerm, readonly string[]>
  ways: ReadonlyMap<QueryTerm, Way>
  /** A group that the list is read from: few issues have a value of one of these terms, one of each of its queries. */
  start: { group: QueryGroup; terms: readonly QueryTerm[] } | null
  /** Groups that many issues meet. */
  commonGroups: ReadonlySet<QueryGroup>
  /** Terms on other tables that at most `FEW_ROWS` rows meet. */
  few: ReadonlySet<QueryTerm>
  commonTexts: ReadonlySet<QueryTerm>
  earlier: EarlierMessages['earlier']
  /** Row keys of projects that are deleted and still have rows. */
  hiddenProjects: readonly number[]
  dialect: Dialect
  /** Epoch ms; issues whose last event is older are left out: the window, or how far a search goes back in it. */
  seenSince: number
  isCut: boolean
  /** Texts of a project are read among those of all projects: the organization is small, and its index has them. */
  readsAllTexts: boolean
}

export interface LookedUpList {
  query: IssueQuery
  /** Null: all projects. */
  projectId: number | null
  seenSince: number
}

export async function lookUpQuery(scope: OrgScope, list: LookedUpList): Promise<QueryLookup> {
  const { query } = list
  const texts = termsIn(query).filter(({ kind }) => kind === 'text')
  const listed = query.terms.filter(({ kind }) => kind === 'text')
  const { emails, isCut } = await emailsOfTerms(scope, termsIn(query))
  const found = await waysOf(scope, query, emails)
  const isLarge = isScannedFor(query, found) && (await hasMoreIssues(scope))
  const seenSince = isLarge ? await searchedSince(scope, list) : list.seenSince
  const said = await findEarlierMessages(scope, texts, list.projectId)
  const areCommon = listed.length > 0 && (await areCommonTexts(scope, list, listed))
  return {
    hiddenProjects: list.projectId === null ? await hiddenProjects(scope) : [],
    emails,
    ...found,
    commonGroups: new Set(),
    commonTexts: new Set(areCommon ? listed : []),
    earlier: said.earlier,
    dialect: dialectOf(scope),
    seenSince,
    isCut: isCut || said.isCut || seenSince > list.seenSince,
    readsAllTexts: texts.length > 0 && !isLarge,
  }
}

/** How a term on another table is met; a pattern of too many addresses is held against those of each issue. */
export function wayOf({ ways }: QueryLookup, term: QueryTerm): Way {
  return ways.get(term) ?? 'each'
}

/** A search without an index covers the latest issues only, more than hardly any organization has. */
async function searchedSince(scope: OrgScope, list: LookedUpList): Promise<number> {
  let beyond = scope.db
    .selectFrom('issue')
    .select('last_seen_at')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
    .where('last_seen_at', '>=', list.seenSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(SEARCH_LIMITS.issues)
    .limit(1)
  if (list.projectId !== null) beyond = beyond.where('project_id', '=', list.projectId)
  const row = await beyond.executeTakeFirst()
  return row === undefined ? list.seenSince : row.last_seen_at + 1
}

type FoundWays = Pick<QueryLookup, 'ways' | 'few' | 'start'>

/** No index has the issues that meet a query. */
function isScannedFor({ terms, groups }: IssueQuery, { ways, start }: FoundWays): boolean {
  if (terms.some(isScanned)) return true
  const hasStart = start !== null || terms.some((term) => ways.get(term) === 'start')
  return !hasStart && groups.some(isCostlyGroup)
}

/** Needs texts, or other tables. */
export function isCostlyGroup(group: QueryGroup): boolean {
  return group.flatMap(termsIn).some(isCostly)
}

export function isCostly(term: QueryTerm): boolean {
  return term.kind === 'text' || isOfOtherTable(term)
}

function isScanned({ kind, negated }: QueryTerm): boolean {
  return kind === 'text' || kind === 'email' || (negated && isOfValue(kind))
}

/** Counted in the narrowest index, up to the limit, unless the row keys leave no room for more. */
async function hasMoreIssues(scope: OrgScope): Promise<boolean> {
  const ids = scope.db.selectFrom('issue').where('org_id', '=', scope.orgId).where('id', '>', 0)
  const ends = await scope.db
    .selectNoFrom([
      ids.select((eb) => eb.fn.min('id').as('id')).as('first'),
      ids.select((eb) => eb.fn.max('id').as('id')).as('last'),
    ])
    .executeTakeFirstOrThrow()
  if ((ends.last ?? 0) - (ends.first ?? 0) < SEARCH_LIMITS.issues) return false
  const count = await countRows(scope, ids.select('id').limit(SEARCH_LIMITS.issues + 1))
  return count > SEARCH_LIMITS.issues
}

async function emailsOfTerms(
  scope: OrgScope,
  terms: readonly QueryTerm[],
): Promise<{ emails: QueryLookup['emails']; isCut: boolean }> {
  const named = new Map<QueryTerm, string[]>()
  const byPattern = new Map<string, Awaited<ReturnType<typeof findEmails>>>()
  let left = MOST_EMAILS
  for (const term of terms) {
    if (term.kind !== 'email') continue
    const ofTerm: string[] = []
    let areAllNamed = true
    for (const pattern of term.values) {
      const found = byPattern.get(pattern) ?? (await findEmails(scope, pattern, left))
      byPattern.set(pattern, found)
      if (found.emails === null) areAllNamed = false
      else ofTerm.push(...found.emails)
    }
    if (!areAllNamed || ofTerm.length > left) continue
    named.set(term, ofTerm)
    left -= ofTerm.length
  }
  return { emails: named, isCut: [...byPattern.values()].some(({ isCut }) => isCut) }
}

async function waysOf(scope: OrgScope, query: IssueQuery, emails: QueryLookup['emails']): Promise<FoundWays> {
  const asked = { orgId: scope.orgId, dialect: dialectOf(scope), emails }
  const rows = new Map<QueryTerm, number>()
  for (const term of termsIn(query)) {
    if (isOfValue(term.kind) || emails.has(term)) rows.set(term, await countHolders(scope, asked, term))
  }
  const few = new Set([...rows.keys()].filter((term) => rows.get(term)! <= FEW_ROWS))
  const fewest = (terms: readonly QueryTerm[]): QueryTerm | undefined =>
    terms.filter((term) => !term.negated && few.has(term)).sort((a, b) => rows.get(a)! - rows.get(b)!)[0]
  const listStart = fewest(query.terms)
  const start = listStart === undefined ? groupStart(query, { fewest, rows }) : null
  const wayFrom = (term: QueryTerm, count: number): Way => {
    if (listStart !== undefined) return term === listStart ? 'start' : 'each'
    if (start !== null) return few.has(term) ? 'set' : 'each'
    // To ask an issue for addresses is to compare all of its own with the pattern.
    if (few.has(term) || term.kind === 'email') return 'set'
    if (term.negated) return asked.dialect === 'sqlite' ? 'each' : 'set'
    return count < COMMON_ROWS[asked.dialect] ? 'set' : 'each'
  }
  return { few, start, ways: new Map([...rows].map(([term, count]) => [term, wayFrom(term, count)])) }
}

/** A group each query of which has a value that few issues have. */
function groupStart(
  { groups }: IssueQuery,
  known: {
    fewest: (terms: readonly QueryTerm[]) => QueryTerm | undefined
    rows: ReadonlyMap<QueryTerm, number>
  },
): QueryLookup['start'] {
  for (const group of groups) {
    const terms = group.map((query) => known.fewest(query.terms)).filter((term) => term !== undefined)
    const rows = terms.reduce((sum, term) => sum + known.rows.get(term)!, 0)
    if (terms.length === group.length && rows <= FEW_ROWS) return { group, terms }
  }
  return null
}

/** For a pass through the whole list, where a set costs less than asking each issue. */
export function withSets(lookup: QueryLookup, { terms }: IssueQuery): QueryLookup {
  const isNarrow = terms.some(
    (term) => (term.kind === 'text' && !term.negated) || lookup.ways.get(term) === 'start',
  )
  if (isNarrow || lookup.start !== null) return lookup
  return { ...lookup, ways: new Map([...lookup.ways.keys()].map((term) => [term, 'set'])) }
}

export function isOfOtherTable({ kind }: QueryTerm): boolean {
  return isOfValue(kind) || kind === 'email'
}

function isOfValue(kind: TermKind): boolean {
  return isFacet(kind) || isReleaseKind(kind) || kind === 'tag' || kind === 'user'
}

function isFacet(kind: TermKind): boolean {
  return FACETS.some((facet) => facet === kind)
}

function countHolders(scope: OrgScope, asked: Asked, term: QueryTerm): Promise<number> {
  const { holders } = holdersOf(expressionBuilder<Schema, 'issue'>(), asked, term)
  return countRows(scope, holders.limit(term.negated ? FEW_ROWS + 1 : COMMON_ROWS[asked.dialect]))
}

/** The first issues of a list, whatever its query. */
export function headOf(scope: OrgScope, list: Omit<LookedUpList, 'query'>) {
  const head = scope.db
    .selectFrom('issue')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
    .where('last_seen_at', '>=', list.seenSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SAMPLE.issues)
  return list.projectId === null ? head : head.where('project_id', '=', list.projectId)
}

async function areCommonTexts(scope: OrgScope, list: LookedUpList, texts: QueryTerm[]): Promise<boolean> {
  const head = headOf(scope, list).select('search_text')
  const dialect = dialectOf(scope)
  const { count } = await scope.db
    .selectFrom(head.as('head'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.and(
        texts.map(({ values, negated }) => {
          const contains = containsText(dialect, 'head.search_text', searchedForm(values[0]!))
          return negated ? eb.not(contains) : contains
        }),
      ),
    )
    .executeTakeFirstOrThrow()
  return isOftenFound(count)
}
