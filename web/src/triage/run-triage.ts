import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { ApiError } from '../api/client.ts'
import { serverNow } from '../api/headers/server-clock.ts'
import { issueKeys, livePart } from '../api/issue-keys.ts'
import { type PendingChange, pendingOf } from '../api/pending-changes.ts'
import type { IssueSummary } from '../api/wire.ts'
import { dismissToast, showToast } from '../components/overlay/toast.ts'
import { formatCount, plural } from '../format/number.ts'
import { keepInterrupted } from '../session/session-end.ts'
import { type Change, describeAttempt, describeChange, FEW, predict, undone } from './change.ts'
import { cachedIssues, commitChange } from './issue-cache.ts'
import { type NamedChange, sendChange, sendUndo } from './send-change.ts'

/** Of more issues than this some may not be loaded: what the list shows then is read again. */
const ON_SCREEN = 50

interface Job extends PendingChange {
  /** Called in its turn. Calls `commit` for each part that the server has made. */
  send: (commit: (part: PendingChange) => void) => Promise<void>
}

/** Shows a change at once and makes it on the server; one that fails is gone from the screen, and no other. */
async function perform(queryClient: QueryClient, { ids, apply, send }: Job): Promise<void> {
  const { turn, end } = pendingOf(queryClient).begin({ ids, apply })
  try {
    await turn
    const mutationFn = () => send((part) => commitChange(queryClient, part))
    await new MutationObserver(queryClient, { mutationFn }).mutate()
    if (ids.size > ON_SCREEN) readAgain(queryClient)
  } catch (error) {
    // Without an answer, the server may have done it or not; with one, the screen may be older than the answer.
    readAgain(queryClient)
    throw error
  } finally {
    end()
    void queryClient.invalidateQueries({ predicate: livePart('activity') })
    void queryClient.invalidateQueries({ queryKey: issueKeys.counts })
  }
}

function readAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: issueKeys.lists })
  void queryClient.invalidateQueries({ predicate: livePart('detail') })
}

/** A change and what it takes to take it back. */
class Triage {
  readonly #queryClient: QueryClient
  readonly #issues: IssueSummary[]
  readonly #change: Change
  readonly #named: NamedChange
  readonly #ids: ReadonlySet<string>
  /** The issues before the change, by ID, as the reader saw them. */
  #before: Map<string, IssueSummary>
  /** Issues that the server has changed: what Undo takes back, also if the rest failed. */
  readonly #made = new Set<string>()
  #isUndone = false

  constructor(queryClient: QueryClient, issues: IssueSummary[], change: Change) {
    this.#queryClient = queryClient
    this.#issues = issues
    this.#change = change
    this.#named = { change, name: randomName() }
    this.#ids = new Set(issues.map(({ id }) => id))
    this.#before = new Map(issues.map((issue) => [issue.id, issue]))
  }

  get isUndone(): boolean {
    return this.#isUndone
  }

  run(onSent: (count: number) => void): Promise<void> {
    const now = serverNow()
    const apply: PendingChange['apply'] = (issue) => predict(issue, this.#change, now)
    return perform(this.#queryClient, {
      ids: this.#ids,
      apply,
      send: async (commit) => {
        // Earlier changes of these issues have come or failed by now.
        this.#before = new Map([...this.#before, ...cachedIssues(this.#queryClient, this.#ids)])
        await sendChange(this.#issues, this.#named, (ids, answer) => {
          commit({ ids, apply: answer ? (issue) => ({ ...issue, ...answer }) : apply })
          for (const id of ids) this.#made.add(id)
          onSent(ids.size)
          return !this.#isUndone
        })
      },
    })
  }

  /**
   * Stops what is not sent yet, and takes back what was.
   * @returns the number of issues that stay changed: something else has changed them since
   */
  async undo(): Promise<number> {
    this.#isUndone = true
    let left = 0
    const apply: PendingChange['apply'] = (issue) =>
      undone(issue, this.#change, this.#before.get(issue.id) ?? issue)
    await perform(this.#queryClient, {
      ids: this.#ids,
      apply,
      send: async (commit) => {
        // In its turn: `run` has ended by now.
        if (this.#made.size === 0) return
        const changed = [...this.#before.values()].filter(({ id }) => this.#made.has(id))
        left = changed.length - (await sendUndo(changed, this.#named, (ids) => commit({ ids, apply })))
        if (left > 0) readAgain(this.#queryClient)
        this.#showReturned()
      },
    })
    return left
  }

  /** Rows that have left the cache meanwhile come back with the next read. */
  #showReturned(): void {
    if (cachedIssues(this.#queryClient, this.#ids).size < this.#ids.size) readAgain(this.#queryClient)
  }
}

/**
 * Changes issues at once on screen, then on the server; offers Undo until 5 s after its answer, for many issues
 * until it is dismissed. Says why when it fails.
 *
 * @returns whether the server made the change
 */
export function runTriage(
  queryClient: QueryClient,
  issues: IssueSummary[],
  change: Change,
): Promise<boolean> {
  if (issues.length === 0) return Promise.resolve(true)
  const triage = new Triage(queryClient, issues, change)
  const undo = () => void runUndo(triage)
  const attempt = describeAttempt(issues.length, change)
  const toast = showToast({ kind: 'busy', text: attempt, undo })
  let sent = 0
  const onSent = (count: number) => {
    sent += count
    if (issues.length <= LIMITS.bulkIssues) return
    showToast({ kind: 'busy', text: `${attempt} ${formatCount(sent)} done`, undo }, toast)
  }
  return triage.run(onSent).then(
    () => {
      const stays = issues.length > FEW
      showToast({ kind: 'done', text: describeChange(issues.length, change), undo, stays }, toast)
      return true
    },
    (error: unknown) => {
      const isPart = sent > 0 && !triage.isUndone
      const saved = isPart
        ? `Saved only ${formatCount(sent)} of ${formatCount(issues.length)}.`
        : "Couldn't save."
      showToast({ kind: 'failed', text: `${saved} ${messageOf(error)}`, ...(isPart && { undo }) }, toast)
      if (error instanceof ApiError && error.code === 'unauthenticated' && !triage.isUndone)
        keepInterrupted(attempt, () => void runTriage(queryClient, issues, change))
      return false
    },
  )
}

async function runUndo(triage: Triage): Promise<void> {
  const toast = showToast({ kind: 'busy', text: 'Undoing…' })
  try {
    const left = await triage.undo()
    if (left === 0) return dismissToast(toast)
    const text = `${plural(left, 'issue')} not undone: changed again since`
    showToast({ kind: 'failed', text }, toast)
  } catch (error) {
    showToast({ kind: 'failed', text: `Couldn't undo. ${messageOf(error)}` }, toast)
  }
}

/** `randomUUID` is missing on pages without TLS. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
