import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { ISSUES_PER_PAGE, type IssueFilter, issuesQuery } from '../../../api/issues.ts'
import { pendingOf } from '../../../api/pending-changes.ts'
import type { IssuePage } from '../../../api/wire.ts'
import { issueFits } from '../../../entities/issue/issue-fits.ts'
import type { LiveMessage } from '../../../live/live-updates.ts'
import { type Found, lookUp, readList } from './list-reads.ts'
import { arrivalsIn, asReadAgain, newsIn, updateInPlace, withArrivals, without } from './merge-fresh.ts'

type Lists = InfiniteData<IssuePage>

const FIRST_LOOK_MS = 50
const BETWEEN_LOOKS_MS = 1000
/** After a failure, and between two reads of several pages. */
const LONG_REST_MS = 5000
/** Changed issues read in one look; the others wait for the next. */
const MOST_LOOKED_UP = 10

interface FollowerOptions {
  queryClient: QueryClient
  filter: IssueFilter
  isCalm: () => boolean
  onWaiting: (ids: string[]) => void
}

/** The result of one poll. */
interface Look extends Found {
  fresh: IssuePage
  /** Whether `fresh` covers all that is loaded, not only the first page. */
  whole: boolean
}

/**
 * Follows the list that is on screen. Rows come and go only while `isCalm` says so. Changes stay noted until
 * they are read and shown, so no row stays stale.
 */
export class ListFollower {
  readonly #options: FollowerOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #restUntil = 0
  #wholeFrom = 0
  /** Issues that changed and were not read since. */
  #changed = new Set<string>()
  /** Rows that are to leave once the list is calm, and whether they are deleted: an undo does not bring those back. */
  #leaving = new Map<string, { isDeleted: boolean }>()
  /** Anything may have changed. */
  #unsure = false
  /** Arrivals or another total were read while the list was not calm. */
  #isBehind = false
  #stopped = false

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  hear(message: LiveMessage): void {
    if (message.kind === 'rejected') return
    const { project } = this.#options.filter
    if (message.kind !== 'again' && project !== undefined && message.project_id !== project) return
    if (message.kind === 'issue' && message.change !== 'events') this.#changed.add(message.issue_id)
    if (message.kind === 'again' || message.kind === 'many') this.#unsure = true
    this.#schedule()
  }

  /** Applies waiting changes once the list is idle. */
  resume(): void {
    const some = this.#leaving.size + this.#changed.size > 0
    if ((some || this.#unsure || this.#isBehind) && this.#options.isCalm()) this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  get #lists(): Lists | undefined {
    const { queryClient, filter } = this.#options
    return queryClient.getQueryData<Lists>(issuesQuery(filter).queryKey)
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#stopped) return
    const delay = Math.max(FIRST_LOOK_MS, this.#restUntil - Date.now())
    this.#timer = setTimeout(() => void this.#lookAndRest(), delay)
  }

  async #lookAndRest(): Promise<void> {
    const { asked, elsewhere } = this.#nextChanged()
    const whole = this.#unsure && (Date.now() >= this.#wholeFrom || this.#loaded <= ISSUES_PER_PAGE)
    let rest = BETWEEN_LOOKS_MS
    try {
      if (whole) this.#unsure = false
      await this.#look(whole, asked, elsewhere)
      if (whole) this.#wholeFrom = Date.now() + LONG_REST_MS
    } catch {
      this.#unsure ||= whole
      rest = LONG_REST_MS
    }
    this.#timer = undefined
    this.#restUntil = Date.now() + rest
    if (rest === LONG_REST_MS || this.#unsure || this.#changed.size > 0) this.#schedule()
  }

  get #isFetching(): boolean {
    const { queryClient, filter } = this.#options
    return queryClient.getQueryState(issuesQuery(filter).queryKey)?.fetchStatus === 'fetching'
  }

  get #loaded(): number {
    return this.#lists?.pages.reduce((sum, { issues }) => sum + issues.length, 0) ?? 0
  }

  async #look(whole: boolean, asked: string[], elsewhere: string[]): Promise<void> {
    const { queryClient, filter } = this.#options
    for (const id of asked) this.#changed.delete(id)
    try {
      const [fresh, found] = await Promise.all([
        readList(queryClient, filter, whole ? this.#loaded : 0),
        lookUp(queryClient, asked),
      ])
      // A page that is being loaded ends with the rows from before it.
      if (this.#isFetching) throw new Error('the list is being read')
      // So may one that arrived in the meantime.
      const came = new Set(this.#lists && idsOf(this.#lists)).difference(new Set(idsOfPage(fresh)))
      for (const id of elsewhere) if (came.has(id)) this.#changed.add(id)
      if (!this.#stopped && this.#lists) this.#show(this.#lists, { fresh, whole, ...found })
    } catch (error) {
      for (const id of [...asked, ...elsewhere]) this.#changed.add(id)
      throw error
    }
  }

  /** Changed rows to read now. One that is not listed may have to be: on the first page it arrives by itself. */
  #nextChanged(): { asked: string[]; elsewhere: string[] } {
    const listed = new Set(this.#lists && idsOf(this.#lists))
    const elsewhere = [...this.#changed].filter((id) => !listed.has(id))
    for (const id of elsewhere) this.#changed.delete(id)
    if (elsewhere.length > 0 && this.#loaded > ISSUES_PER_PAGE) this.#unsure = true
    return { asked: [...this.#changed].slice(0, MOST_LOOKED_UP), elsewhere }
  }

  #show(lists: Lists, look: Look): void {
    const { fresh, whole, known } = look
    const { queryClient, filter, isCalm, onWaiting } = this.#options
    const key = issuesQuery(filter).queryKey
    const renewed = updateInPlace(updateInPlace(lists, known), fresh.issues)
    const hidden = this.#hiddenIn(renewed)
    this.#noteLeaving(look)
    const calm = isCalm()
    if (calm) {
      const leaving = [...this.#leaving].filter(([id, { isDeleted }]) => isDeleted || !hidden.has(id))
      const staying = without(renewed, new Set(leaving.map(([id]) => id)))
      queryClient.setQueryData<Lists>(
        key,
        whole ? asReadAgain(staying, fresh, hidden) : withArrivals(staying, fresh),
      )
      this.#leaving.clear()
    } else {
      queryClient.setQueryData<Lists>(key, renewed)
      // Rows that a read of everything did not find are read by their ids.
      const here = new Set(fresh.issues.map(({ id }) => id))
      const missing = idsOf(renewed).filter((id) => whole && !here.has(id) && !hidden.has(id))
      for (const id of missing) this.#changed.add(id)
    }
    const isOtherTotal = fresh.total !== lists.pages.at(-1)?.total
    this.#isBehind = !calm && (isOtherTotal || arrivalsIn(lists, fresh).length > 0)
    onWaiting(calm ? [] : newsIn(lists, fresh, hidden).map(({ id }) => id))
  }

  #noteLeaving({ known, gone, fresh }: Look): void {
    for (const id of gone) this.#leaving.set(id, { isDeleted: true })
    for (const issue of known) {
      if (issueFits(this.#options.filter.q, issue)) this.#leaving.delete(issue.id)
      else this.#leaving.set(issue.id, { isDeleted: false })
    }
    for (const { id } of fresh.issues) this.#leaving.delete(id)
  }

  /** Rows that the reader's own changes took out are not shown, and stay for an undo. */
  #hiddenIn(lists: Lists): Set<string> {
    const { touched } = pendingOf(this.#options.queryClient).state()
    const rows = lists.pages.flatMap((page) => page.issues)
    const hidden = rows.filter((issue) => touched.has(issue.id) && !issueFits(this.#options.filter.q, issue))
    return new Set(hidden.map(({ id }) => id))
  }
}

function idsOf(lists: Lists): string[] {
  return lists.pages.flatMap(idsOfPage)
}

function idsOfPage({ issues }: IssuePage): string[] {
  return issues.map(({ id }) => id)
}
