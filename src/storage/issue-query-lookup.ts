import { sql } from 'kysely'
import type { IssueQuery, QueryTerm } from '#domain/issue-query.ts'
import { findEmails } from './email-address.ts'
import { likePattern } from './like-pattern.ts'
import { hiddenProjects } from './project-deletion.ts'
import type { OrgScope } from './scope.ts'

/** So many addresses are named in one query; where more match, issues are asked in turn whether they met any. */
const MOST_EMAILS = 1500
/** More rows than this make walking the list, asking each issue, cheaper than making a set of them. */
const COMMON_ROWS = 15_000

/** Of so many issues at the head of the list, so many have a text that is common. */
const SAMPLE = { issues: 100, common: 10 }

/** What the terms of a query name, and how common it is: by that the way to answer it is chosen. */
export interface QueryLookup {
  /** The addresses that match a term; those of the terms that are missing are too many to be named. */
  emails: ReadonlyMap<QueryTerm, readonly string[]>
  /** Terms that a large part of all issues meets. */
  common: ReadonlySet<QueryTerm>
  /** Row keys of projects that are deleted and still have rows. */
  hiddenProjects: readonly number[]
}

/** The list that a query is about. */
export interface LookedUpList {
  query: IssueQuery
  /** Row key; null for all projects. */
  projectId: number | null
  /** Epoch ms. */
  seenSince: number
  /** Whether it goes in the order of its index, and can end early. */
  goesInOrder: boolean
}

/** Looks up what the terms of a query name. */
export async function lookUpQuery(scope: OrgScope, list: LookedUpList): Promise<QueryLookup> {
  return {
    hiddenProjects: list.projectId === null ? await hiddenProjects(scope) : [],
    emails: await emailsOfTerms(scope, list.query),
    common: new Set(await commonTerms(scope, list)),
  }
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
    const isOfFacet = term.kind === 'environment' || term.kind === 'release'
    if (isOfFacet && !term.negated && (await isCommonFacet(scope, term))) common.push(term)
  }
  if (!list.goesInOrder) return common
  const texts = list.query.terms.filter(({ kind }) => kind === 'text')
  if (texts.length > 0 && (await areCommonTexts(scope, list, texts))) common.push(...texts)
  return common
}

/** True where a query is answered from more than the issues themselves. */
export function asksOtherTables({ terms }: IssueQuery): boolean {
  return terms.some(isOfOtherTable)
}

/** True for a term that is answered from what hangs on issues. */
export function isOfOtherTable({ kind }: QueryTerm): boolean {
  return kind === 'environment' || kind === 'release' || kind === 'email'
}

async function isCommonFacet(scope: OrgScope, { kind, values }: QueryTerm): Promise<boolean> {
  const rows = scope.db
    .selectFrom('issue_facet')
    .select('issue_id')
    .where('org_id', '=', scope.orgId)
    .where('facet', '=', kind)
    .where('value', 'in', values)
    .limit(COMMON_ROWS)
  const { count } = await scope.db
    .selectFrom(rows.as('rows'))
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
  const { count } = await scope.db
    .selectFrom(head.as('head'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.and(texts.map(({ values }) => containsText('head.search_text', values[0]!))))
    .executeTakeFirstOrThrow()
  return count >= SAMPLE.common
}

/** True where a column of search text contains a text, in any case. */
export function containsText(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} LIKE ${likePattern(text.toLowerCase(), 'substring')} ESCAPE '\\'`
}
