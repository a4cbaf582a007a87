import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { assignIssue } from '../api/issue-family.ts'
import { type BulkChange, changeIssue, changeIssues, snoozeIssue } from '../api/one-issue.ts'
import type { IssueSummary } from '../api/wire.ts'
import { showToast } from '../components/toast.ts'
import { formatCount } from '../format/number.ts'
import { type Change, describeChange, predict } from './change.ts'
import { putIssues, restoreIssues, type Snapshot, snapshotIssues } from './issue-cache.ts'

/** More are not sent with one request. */
const CHUNK = LIMITS.bulkIssues

/** Of more issues than this some may not be loaded: what the list shows then is read anew. */
const ON_SCREEN = 50

interface Progress {
  onDone: (count: number) => void
}

async function send(issues: IssueSummary[], change: Change, progress: Progress): Promise<void> {
  const [first] = issues
  if (issues.length === 1 && first) await changeOne(first.id, change)
  else await changeMany(issues, bulkOf(change), progress)
}

function changeOne(id: string, change: Change): Promise<IssueSummary> {
  if (change.kind === 'snooze') return snoozeIssue(id, change.mode)
  if (change.kind === 'assign') return assignIssue(id, change.assignee?.id ?? null)
  const { status, release } = change
  return changeIssue(id, release === undefined ? { status } : { status, resolved_in_release: release })
}

function bulkOf(change: Change): BulkChange {
  if (change.kind === 'snooze') return { action: 'snooze', mode: change.mode }
  if (change.kind === 'assign') return { action: 'assign', assignee_id: change.assignee?.id ?? null }
  const { status, release } = change
  return release === undefined ? { action: status } : { action: status, resolved_in_release: release }
}

/** As many requests as it takes, one after the other. */
async function changeMany(issues: IssueSummary[], change: BulkChange, { onDone }: Progress): Promise<void> {
  for (let at = 0; at < issues.length; at += CHUNK) {
    const ids = issues.slice(at, at + CHUNK).map(({ id }) => id)
    await changeIssues(ids, change)
    onDone(at + ids.length)
  }
}

const SILENT: Progress = { onDone: () => undefined }

/** Gives each issue back what it had. A hold that a change replaced can't be put back; the status can. */
async function takeBack(issues: IssueSummary[], change: Change): Promise<void> {
  const before = (issue: IssueSummary): BulkChange =>
    change.kind === 'assign'
      ? { action: 'assign', assignee_id: issue.assignee?.id ?? null }
      : { action: issue.status, resolved_in_release: issue.resolved_in_release ?? '' }
  const groups = Map.groupBy(issues, (issue) => JSON.stringify(before(issue)))
  for (const group of groups.values()) {
    const [first] = group
    if (first) await changeMany(group, before(first), SILENT)
  }
}

function refreshCounts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['issue-activity'] })
  void queryClient.invalidateQueries({ queryKey: ['issue-count'] })
}

interface Job {
  run: () => Promise<unknown>
  snapshot: Snapshot
  /** What failed, for the reader: `Resolving` … */
  failure: string
}

function mutate(queryClient: QueryClient, job: Job): Promise<unknown> {
  const observer = new MutationObserver(queryClient, {
    mutationFn: ({ run }: Job) => run(),
    onError: (error, { snapshot, failure }) => {
      restoreIssues(queryClient, snapshot)
      showToast({ kind: 'failed', text: `${failure}: ${error.message}` })
    },
    onSettled: () => refreshCounts(queryClient),
  })
  return observer.mutate(job)
}

/**
 * Changes issues at once on screen, then on the server; offers Undo for 5 s; puts everything back and says why
 * when the server refuses.
 */
export function runTriage(queryClient: QueryClient, issues: IssueSummary[], change: Change): void {
  if (issues.length === 0) return
  const snapshot = snapshotIssues(queryClient)
  const now = Date.now()
  void queryClient.cancelQueries({ queryKey: ['issues'] })
  putIssues(
    queryClient,
    issues.map((issue) => predict(issue, change, now)),
  )
  const many = issues.length > CHUNK
  const beyondScreen = issues.length > ON_SCREEN
  const report = many ? reporter(issues.length) : SILENT
  const sent = mutate(queryClient, {
    run: () => send(issues, change, report),
    snapshot,
    failure: many ? 'Not all were changed' : 'Nothing was changed',
  })
  const undo = async () => {
    const after = snapshotIssues(queryClient)
    restoreIssues(queryClient, snapshot)
    const run = async () => {
      await sent
      await takeBack(issues, change)
    }
    await mutate(queryClient, { run, snapshot: after, failure: 'Not undone' }).catch(() => undefined)
    if (beyondScreen) readAgain(queryClient)
  }
  const done = () =>
    showToast({ kind: 'done', text: describeChange(issues.length, change), undo: () => void undo() })
  if (!many) done()
  sent
    .then(
      () => many && done(),
      () => undefined,
    )
    .finally(() => beyondScreen && readAgain(queryClient))
}

/** Says how far a change of many is. */
function reporter(total: number): Progress {
  const text = (count: number) => `Changing ${formatCount(count)} of ${formatCount(total)} issues…`
  const id = showToast({ kind: 'busy', text: text(0) })
  return { onDone: (count) => void showToast({ kind: 'busy', text: text(count) }, id) }
}

/** What is on screen was worked out from what was loaded; of many, most was not. */
function readAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['issues'] })
  void queryClient.invalidateQueries({ queryKey: ['issue'] })
}
