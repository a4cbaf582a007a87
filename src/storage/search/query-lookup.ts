import { expressionBuilder } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { IssueQuery, QueryTerm } from '#domain/issue/query.ts'
import { searchedForm } from '#domain/text/search-text.ts'
import { findEmails, hasMoreEmails } from '../account/email-address.ts'
import type { Dialect } from '../engine/migrate.ts'
import type { OrgScope } from '../engine/scope.ts'
import { FACETS } from '../issue/facet.ts'
import { hiddenProjects } from '../project/deletion.ts'
import type { Schema } from '../schema/schema.ts'
import { containsText, dialectOf } from './text-match.ts'
import { holdersOf } from './value-condition.ts'

/** So many addresses are named in one query; where more match, issues are asked in turn whether they met any. */
const MOST_EMAILS = 1500
/** More rows than this make walking the list, asking each issue, cheaper than making a set of them. */
const COMMON_ROWS = 15_000

/** A text is common if `common` of the first `issues` of the list have it. */
const SAMPLE = { issues: 100, common: 10 }

export interface QueryLookup {
  /** The addresses that match a term; those of the terms that are missing are too many to be named. */
  emails: ReadonlyMap<QueryTerm, readonly string[]>
  common: ReadonlySet<QueryTerm>
  /** Row keys of projects that are deleted and still have rows. */
  hiddenProjects: readonly number[]
  dialect: Dialect
  /** Epoch ms; issues whose last event is older are left out: the window, or how far a search goes back in it. */
  seenSince: number
  isCut: boolean
}

export interface LookedUpList {
  query: IssueQuery
  /** Null: all projects. */
  projectId: number | null
  seenSince: number
  goesInOrder: boolean
}

export async function lookUpQuery(scope: OrgScope, list: LookedUpList): Promise<QueryLookup> {
  const seenSince = await searchedSince(scope, list)
  const namesEmails = list.query.terms.some(({ kind }) => kind === 'email')
  return {
    hiddenProjects: list.projectId === null ? await hiddenProjects(scope) : [],
    emails: await emailsOfTerms(scope, list.query),
    common: new Set(await commonTerms(scope, list)),
    dialect: dialectOf(scope),
    seenSince,
    isCut: seenSince > list.seenSince || (namesEmails && (await hasMoreEmails(scope))),
  }
}

/** A search without an index covers the latest issues only, more than hardly any organization has. */
async function searchedSince(scope: OrgScope, list: LookedUpList): Promise<number> {
  if (!list.query.terms.some(isScanned) || !(await hasMoreIssues(scope))) return list.seenSince
  let beyond = scope.db
    .selectFrom('issue')
    .select('last_seen_at')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
    .where('last_seen_at', '>=', list.seenSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(LIMITS.searchedIssues)
    .limit(1)
  if (list.projectId !== null) beyond = beyond.where('project_id', '=', list.projectId)
  const row = await beyond.executeTakeFirst()
  return row === undefined ? list.seenSince : row.last_seen_at + 1
}

function isScanned({ kind, negated }: QueryTerm): boolean {
  return kind === 'text' || kind === 'email' || (negated && isOfValue(kind))
}

/** Counted in the narrowest index, up to the limit: the list's own is a hundred times as wide. */
async function hasMoreIssues(scope: OrgScope): Promise<boolean> {
  const some = scope.db
    .selectFrom('issue')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('id', '>', 0)
    .limit(LIMITS.searchedIssues + 1)
  const { count } = await scope.db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > LIMITS.searchedIssues
}

async function emailsOfTerms(scope: OrgScope, { terms }: IssueQuery): Promise<QueryLookup['emails']> {
  const named = new Map<QueryTerm, string[]>()
  const byPattern = new Map<string, string[] | null>()
  let left = MOST_EMAILS
  for (const term of terms) {
    const [pattern] = term.values
    if (term.kind !== 'email' || pattern === undefined) continue
    if (!byPattern.has(pattern)) byPattern.set(pattern, await findEmails(scope, pattern, left))
    const emails = byPattern.get(pattern) ?? null
    if (emails === null || emails.length > left) continue
    named.set(term, emails)
    left -= emails.length
  }
  return named
}

async function commonTerms(scope: OrgScope, list: LookedUpList): Promise<QueryTerm[]> {
  const common: QueryTerm[] = []
  for (const term of list.query.terms) {
    if (isOfValue(term.kind) && !term.negated && (await isCommonValue(scope, term))) common.push(term)
  }
  if (!list.goesInOrder) return common
  const texts = list.query.terms.filter(({ kind }) => kind === 'text')
  if (texts.length > 0 && (await areCommonTexts(scope, list, texts))) common.push(...texts)
  return common
}

export function asksOtherTables({ terms }: IssueQuery): boolean {
  return terms.some(isOfOtherTable)
}

export function isOfOtherTable({ kind }: QueryTerm): boolean {
  return isOfValue(kind) || kind === 'email'
}

function isOfValue(kind: QueryTerm['kind']): boolean {
  return isFacet(kind) || kind === 'tag' || kind === 'user'
}

function isFacet(kind: QueryTerm['kind']): boolean {
  return FACETS.some((facet) => facet === kind)
}

async function isCommonValue(scope: OrgScope, term: QueryTerm): Promise<boolean> {
  const asked = { orgId: scope.orgId, dialect: dialectOf(scope) }
  const rows = holdersOf(expressionBuilder<Schema, 'issue'>(), asked, term).holders
  const { count } = await scope.db
    .selectFrom(rows.limit(COMMON_ROWS).as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count === COMMON_ROWS
}

async function areCommonTexts(scope: OrgScope, list: LookedUpList, texts: QueryTerm[]): Promise<boolean> {
  let head = scope.db
    .selectFrom('issue')
    .select('search_text')
    .where('org_id', '=', scope.orgId)
    .where('merge_parent_id', 'is', null)
    .where('last_seen_at', '>=', list.seenSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SAMPLE.issues)
  if (list.projectId !== null) head = head.where('project_id', '=', list.projectId)
  const dialect = dialectOf(scope)
  const { count } = await scope.db
    .selectFrom(head.as('head'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.and(texts.map(({ values }) => containsText(dialect, 'head.search_text', searchedForm(values[0]!)))),
    )
    .executeTakeFirstOrThrow()
  return count >= SAMPLE.common
}
