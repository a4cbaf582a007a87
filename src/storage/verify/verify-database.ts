import type { OrgScope, Queries } from '../engine/scope.ts'
import type { TakeSnapshot } from '../engine/snapshot.ts'
import { unfoundByName } from './compare/descriptions.ts'
import { compareDictionaries } from './compare/dictionaries.ts'
import {
  compareChosenDocuments,
  compareDocuments,
  type DocumentPart,
  type ReadDocuments,
} from './compare/documents.ts'
import { compareEmails } from './compare/emails.ts'
import { compareFacts } from './compare/facts.ts'
import { compareFamilies } from './compare/families.ts'
import { compareProjectHours, listProjectsToCompare } from './compare/project-hours.ts'
import { compareProjects } from './compare/projects.ts'
import { releaseFileProblems } from './compare/release-files.ts'
import { compareRows } from './compare/rows.ts'
import { type Difference, Differences } from './difference.ts'
import { checkEngine } from './engine-problems.ts'
import { gatherFacts, type IssueFacts, listIssues } from './issue-facts.ts'
import type { VerifyProgress } from './progress.ts'
import type { IssueRange } from './range.ts'
import { tallyEvents } from './tally/tally-events.ts'
import { orphanProblems, positionProblems } from './whole-tables.ts'

export interface Verification {
  organizations: number
  issues: number
  events: number
  documents: number
  skipped: string[]
  differences: Difference[]
  differencesTotal: number
}

/** Issues looked at together; with their rows they fit in memory, however many there are. */
const ISSUES_PER_PAGE = 200

export interface VerifyOptions {
  /** Reads every document instead of one per dictionary, and lets the engine check its own files. */
  isDeep?: boolean
  /** Told after each page of issues, and each reference between tables. */
  onProgress?: (progress: VerifyProgress) => void
}

export function verifyDatabase(db: Queries, options: VerifyOptions = {}): Promise<Verification> {
  return verifyInSteps((work) => work(db), options)
}

/**
 * Counts every number again from the rows behind it and compares: counts, hours, users, facets, times,
 * families, keys, documents, references, and the places where the pipeline goes on. Runs across organizations. What has
 * to fit together is read from one picture of the data, and each picture is held for a few hundred issues or documents.
 */
export async function verifyInSteps(
  take: TakeSnapshot,
  { isDeep = false, onProgress = () => {} }: VerifyOptions = {},
): Promise<Verification> {
  const differences = new Differences()
  const skipped: string[] = []
  const orgs = await take((db) => db.selectFrom('org').select(['id', 'uid']).orderBy('id').execute())
  const checked = { issues: 0, events: 0, documents: 0 }
  let total = 0
  for (const { id: orgId, uid: orgUid } of orgs)
    total += await take((db) => countIssues({ db, orgId, orgUid }))
  const onIssues = (ofOrg: number) => onProgress({ what: 'issues', checked: checked.issues + ofOrg, total })
  for (const { id: orgId, uid: orgUid } of orgs) {
    const inOrg: TakeScope = (work) => take((db) => work({ db, orgId, orgUid }))
    const ofOrg = await verifyIssues(inOrg, differences, { isDeep, onIssues })
    checked.issues += ofOrg.issues
    checked.events += ofOrg.events
    checked.documents += ofOrg.documents
    differences.add(...(await inOrg((scope) => compareProjects(scope, isDeep))))
    differences.add(...(await inOrg(releaseFileProblems)))
    for (const project of await inOrg(listProjectsToCompare)) {
      differences.add(...(await inOrg((scope) => compareProjectHours(scope, project))))
    }
  }
  differences.add(...(await orphanProblems(take, onProgress)), ...(await take(positionProblems)))
  if (isDeep) {
    const engine = await take(checkEngine)
    differences.add(...engine.differences)
    if (engine.skipped !== null) skipped.push(engine.skipped)
  }
  return {
    organizations: orgs.length,
    ...checked,
    skipped,
    differences: differences.kept,
    differencesTotal: differences.total,
  }
}

async function countIssues({ db, orgId }: OrgScope): Promise<number> {
  const { count } = await db
    .selectFrom('issue')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return count
}

type TakeScope = <T>(work: (scope: OrgScope) => Promise<T>) => Promise<T>

async function verifyIssues(
  take: TakeScope,
  differences: Differences,
  { isDeep, onIssues }: { isDeep: boolean; onIssues: (checked: number) => void },
): Promise<{ issues: number; events: number; documents: number }> {
  const checked = { issues: 0, events: 0, documents: 0 }
  for (let after = 0; ; ) {
    const page = await take((scope) => verifyPage(scope, after, isDeep))
    if (page === null) return checked
    differences.add(...page.differences)
    checked.issues += page.facts.size
    checked.events += page.events
    checked.documents += isDeep ? await verifyDocuments(take, differences, page) : page.documents
    after = page.range.last
    onIssues(checked.issues)
  }
}

interface VerifiedPage {
  facts: ReadonlyMap<number, IssueFacts>
  range: IssueRange
  events: number
  /** Read already: one per dictionary, but for a deep run. */
  documents: number
  differences: Difference[]
}

/** Everything of the next issues after a row key but most of their documents; null if there are none. */
async function verifyPage(scope: OrgScope, after: number, isDeep: boolean): Promise<VerifiedPage | null> {
  const page = await listIssues(scope, after, ISSUES_PER_PAGE)
  if (page.length === 0) return null
  const range = { first: page[0]!.id, last: page.at(-1)!.id }
  const uids = new Map(page.map(({ id, uid }) => [id, uid]))
  const facts = await gatherFacts(scope, page, range)
  const differences = await tallyEvents(scope, facts)
  differences.push(...[...facts.values()].flatMap(compareFacts), ...unfoundByName(facts))
  differences.push(...(await compareFamilies(scope, facts, range)))
  differences.push(...(await compareRows(scope, range, uids)))
  differences.push(...(await compareEmails(scope, range, uids)))
  differences.push(...(await compareDictionaries(scope, range, uids)))
  const documents = await compareChosenDocuments(scope, facts, isDeep)
  differences.push(...documents.differences)
  const events = facts.values().reduce((sum, entry) => sum + entry.events.count, 0)
  return { facts, range, events, documents: documents.count, differences }
}

/** All of them. @returns how many there are. */
async function verifyDocuments(
  take: TakeScope,
  differences: Differences,
  { facts, range }: Pick<VerifiedPage, 'facts' | 'range'>,
): Promise<number> {
  let count = 0
  for (let after: number | null = -1; after !== null; ) {
    const part: DocumentPart = { range, after }
    const read: ReadDocuments = await take((scope) => compareDocuments(scope, facts, part))
    differences.add(...read.differences)
    count += read.count
    after = read.next
  }
  return count
}
