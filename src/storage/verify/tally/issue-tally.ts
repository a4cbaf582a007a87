import { LEVELS } from '#contract/vocabulary.ts'
import { FACETS, type Facet } from '../../issue/facet.ts'
import type { Difference } from '../difference.ts'
import type { EventNumbers, IssueFacts } from '../issue-facts.ts'
import { MAX_ROWS } from '../rule.ts'
import type { TalliedEvent } from './event-stream.ts'
import { type FacetRow, FacetTally } from './facet-tally.ts'

const FACET_COLUMNS = {
  environment: 'environment',
  release: 'release',
  browser: 'browser_name',
  os: 'os_name',
} as const satisfies Record<Facet, keyof TalliedEvent>

const KNOWN_LEVELS = new Set<string>(LEVELS)

/** What the events of one issue add up to, read once, against its own row, its facets and the dictionaries of its documents. */
export class IssueTally {
  readonly #facts: IssueFacts
  readonly #facets = new Map(FACETS.map((facet) => [facet, new FacetTally()]))
  readonly #numbers: EventNumbers = { count: 0, first: 0, last: 0, ofOtherProject: 0, withoutRelease: 0 }
  /** Row key of the last event with a document, by dictionary. */
  readonly #documents = new Map<number | null, number>()
  readonly #withoutDocument: number[] = []
  #newest = 0
  #labels: 'none' | 'others' | 'shown' = 'none'

  constructor(facts: IssueFacts) {
    this.#facts = facts
  }

  list(row: FacetRow): void {
    this.#facets.get(row.facet)?.list(row)
  }

  /** Events come newest first. */
  add(event: TalliedEvent): void {
    const { seq, occurred_at: at } = event
    const numbers = this.#numbers
    if (numbers.count === 0) numbers.last = at
    numbers.first = at
    numbers.count += 1
    if (at === numbers.last) this.#newest = Math.max(this.#newest, seq)
    if (event.project_id !== this.#facts.issue.project_id) numbers.ofOtherProject += 1
    if (event.release === '') numbers.withoutRelease += 1
    this.#addLabels(event)
    for (const facet of FACETS) {
      const value = event[FACET_COLUMNS[facet]]
      if (value !== null && value !== '') this.#facets.get(facet)!.add(value, at)
    }
    if (event.payload === null) {
      if (this.#withoutDocument.length < MAX_ROWS) this.#withoutDocument.push(seq)
    } else {
      const known = this.#documents.get(event.dictionary_id) ?? 0
      this.#documents.set(event.dictionary_id, Math.max(known, seq))
    }
  }

  #addLabels({ occurred_at, level, environment, release }: TalliedEvent): void {
    const { own } = this.#facts
    if (own === null || occurred_at !== own.labelled_at || this.#labels === 'shown') return
    const isShown = level === own.level && environment === own.environment && release === own.release
    this.#labels = isShown ? 'shown' : 'others'
  }

  /** Adds what was counted to the facts of the issue. */
  settle(): void {
    const facets = [...this.#facets].flatMap(([facet, { sum }]) =>
      sum === null ? [] : [[facet, sum] as const],
    )
    Object.assign(this.#facts, {
      events: this.#numbers,
      facets: new Map<string, (typeof facets)[number][1]>(facets),
      newestSeq: this.#numbers.count > 0 ? this.#newest : null,
      sampledSeqs: [...this.#documents.values()],
    } satisfies Partial<IssueFacts>)
  }

  /** @param dictionaries ids of those that are the issue's. */
  differences(dictionaries: ReadonlySet<number>): Difference[] {
    const { issue, own } = this.#facts
    const subject = `issue ${issue.uid}`
    const found = [...this.#labelProblems(), ...this.#documentProblems(dictionaries)]
    const facets = [...this.#facets].flatMap(([facet, tally]) => {
      // Browsers and systems are counted of stored events only.
      const isOfAll = facet === 'environment' || facet === 'release'
      const areStored = !isOfAll || own?.event_count === own?.stored_event_count
      return tally.differences(facet, subject, { isWhole: own?.evicted_event_count === 0 && areStored })
    })
    return [...found.map(([check, message]) => ({ check, subject, message })), ...facets]
  }

  #labelProblems(): [check: string, message: string][] {
    const { own } = this.#facts
    if (own === null) return []
    const found: [string, string][] = []
    if (!KNOWN_LEVELS.has(own.level) || this.#labels === 'others') {
      const message = `its level is ${own.level}, but its latest stored event has another level, environment or release`
      found.push(['issue.level', message])
    }
    const { count, last } = this.#numbers
    if (count > 0 && (own.labelled_at < last || own.labelled_at > own.last_seen_at)) {
      const message = `the time of its latest stored event is ${own.labelled_at}, but there is one of ${last}`
      found.push(['issue.labelled_at', message])
    }
    return found
  }

  #documentProblems(dictionaries: ReadonlySet<number>): [check: string, message: string][] {
    const missing = this.#withoutDocument.map((seq): [string, string] => [
      'event.payload',
      `the document of event row ${seq} is missing`,
    ])
    for (const [id, seq] of this.#documents) {
      if (id === null || dictionaries.has(id)) continue
      const message = `the dictionary that the document of event row ${seq} needs is missing`
      missing.push(['payload.dictionary', message])
    }
    return missing
  }
}
