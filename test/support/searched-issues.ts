import { ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { parseIssueQuery } from '#domain/search/query.ts'
import { withKnownTags } from '#domain/search/query-notes.ts'
import type { QueryRange } from '#domain/search/query-range.ts'
import type { IssueQuery, QueryTerm } from '#domain/search/query-term.ts'
import { searchedForm, searchText } from '#domain/text/search-text.ts'
import type { Database } from '#storage/engine/database.ts'
import { type SeedIssue, type SeedProject, seedIssue } from './database/seed.ts'

/** Who searches. */
export interface Searcher {
  userId: string
  email: string
}

/** Fragments that mean something to an engine, to LIKE, to the grammar or to an encoding. */
export const HOSTILE_FRAGMENTS = [
  `'; DROP TABLE issue; --`,
  `' OR '1'='1`,
  `" OR ""="`,
  `') UNION SELECT password_hash FROM app_user --`,
  '/* */',
  '$1',
  '?1',
  ':name',
  '%',
  '_',
  '\\',
  '\\%',
  '*',
  '%_%',
  '\0',
  '\uD800',
  '\u202E',
  'ß',
  'İ',
  '🦊',
  'e\u0301',
  '\n',
  '\t',
  '{{',
  '#{x}',
  '!',
  ',',
  ':',
]

type Issue = SeedIssue & { isMerged?: true }

const DAY_MS = 24 * 3_600_000

/** Issues whose every searched part holds hostile text, and what each query should find among them. */
export class SearchedIssues {
  readonly #issues: Issue[]
  readonly #searcher: Searcher

  constructor(project: SeedProject, { now, searcher }: { now: number; searcher: Searcher }) {
    this.#issues = issuesOf(project, now, searcher)
    this.#searcher = searcher
  }

  /** Writes them; the last one is merged into the first. */
  async seed(database: Database): Promise<void> {
    let rootId: number | null = null
    for (const { isMerged, ...issue } of this.#issues) {
      const columns = { ...issue.columns, merge_parent_id: isMerged ? rootId : null }
      const { id } = await seedIssue(database, { ...issue, columns })
      rootId ??= id
    }
  }

  /** Titles that the query finds by the rules of searches, without SQL, in no order. */
  find(q: string): string[] {
    const query = withKnownTags(parseIssueQuery(storable(q)), new Set())
    return this.#issues
      .filter((issue) => !issue.isMerged && this.#meetsAll(issue, query))
      .map(({ title }) => title)
  }

  #meetsAll(issue: Issue, { terms, groups }: IssueQuery): boolean {
    return (
      terms.every((term) => this.#meets(issue, term)) &&
      groups.every((group) => group.some((query) => this.#meetsAll(issue, query)))
    )
  }

  #meets(issue: Issue, term: QueryTerm): boolean {
    return this.#meetsAny(issue, term) !== term.negated
  }

  #meetsAny(issue: Issue, term: QueryTerm): boolean {
    const { status, level, snooze_until: snoozeUntil, assignee_id: assignee } = issue.columns ?? {}
    const isSnoozed = typeof snoozeUntil === 'number'
    switch (term.kind) {
      case 'status':
        return term.values.some((value) => value === status) || (term.orSnoozed === true && isSnoozed)
      case 'snoozed':
        return isSnoozed
      case 'level':
        return term.values.some((value) => value === level)
      case 'environment':
        return this.#events(issue).some(({ environment }) =>
          term.values.includes(environment || 'none at all'),
        )
      case 'release':
        return this.#events(issue).some(({ release }) => isReleaseAmong(release ?? '', term.values))
      case 'first_release':
        return isReleaseAmong(issue.events[0]!.release ?? '', term.values)
      case 'regressed_in':
      case 'resolved_in':
        return false
      case 'browser':
      case 'os':
        return this.#events(issue).some((event) => term.values.includes(event[term.kind] ?? ''))
      case 'user':
        return this.#events(issue).some(({ userId = '' }) => term.values.includes(userId))
      case 'events':
      case 'users':
        return isWithin(1, term.range)
      case 'first_seen':
      case 'last_seen':
        return term.range.isAgo === undefined && isWithin(issue.events[0]!.at, term.range)
      case 'tag':
        return false
      case 'email':
        return term.values.some((pattern) =>
          this.#events(issue).some(({ email = '' }) => matches(email, pattern)),
        )
      case 'assignee':
        return term.values.some((name) => this.#isAssigned(assignee ?? null, name))
      case 'text':
        return this.#family(issue).some((one) =>
          term.values.some((text) => textOf(one).includes(searchedForm(text))),
        )
      default:
        return term satisfies never
    }
  }

  #isAssigned(assignee: string | null, name: string): boolean {
    if (name === 'none') return assignee === null
    return assignee === this.#searcher.userId && (name === 'me' || name === this.#searcher.email)
  }

  /** Of the first issue with those of the one merged into it. */
  #events(issue: Issue): SeedIssue['events'] {
    return this.#family(issue).flatMap(({ events }) => events)
  }

  #family(issue: Issue): Issue[] {
    if (issue !== this.#issues[0]) return [issue]
    return this.#issues.filter((other) => other === issue || other.isMerged)
  }
}

function issuesOf(project: SeedProject, now: number, { userId }: Searcher): Issue[] {
  return HOSTILE_FRAGMENTS.map((fragment, index) => {
    const text = storable(fragment)
    const at = now - DAY_MS - index
    return {
      project,
      title: `${index} Broken${text}title`,
      exceptionType: 'Broken',
      exceptionValue: `value ${text}${text} ${index}`,
      events: [
        {
          at,
          environment: index % 3 === 0 ? 'production' : `env ${text}`,
          release: index % 4 === 0 ? '' : `app@${text}`,
          browser: `browser ${text}`,
          os: `os ${text}`,
          userId: `id ${text}`,
          email: `user${index}${text}@example.com`.toLowerCase(),
        },
      ],
      columns: {
        culprit: `handler${text} (src/${index}.ts)`,
        status: ISSUE_STATUSES[index % ISSUE_STATUSES.length]!,
        level: LEVELS[index % LEVELS.length]!,
        snooze_until: index % 7 === 0 ? now + DAY_MS : null,
        assignee_id: index % 6 === 0 ? userId : null,
      },
      ...(index === HOSTILE_FRAGMENTS.length - 1 && { isMerged: true }),
    }
  })
}

function textOf({ title, exceptionType, exceptionValue, columns }: Issue): string {
  return searchText([title, columns?.culprit ?? '', exceptionType ?? '', exceptionValue ?? ''])
}

/** By name, or with a final `*` by its beginning. */
function isReleaseAmong(release: string, wanted: readonly string[]): boolean {
  const isMeant = (name: string) =>
    name === release || (name.endsWith('*') && release.startsWith(name.slice(0, -1)))
  return release !== '' && wanted.some(isMeant)
}

function isWithin(value: number, { min, max }: QueryRange): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max)
}

/** Text matches as a whole where the pattern has a `*`, else in part. */
function matches(email: string, pattern: string): boolean {
  if (email === '') return false
  if (!pattern.includes('*')) return email.includes(pattern)
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(email)
}

/** As the API takes in what no engine stores. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
