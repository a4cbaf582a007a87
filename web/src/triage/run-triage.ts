import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { assignIssue } from '../api/issue-family.ts'
import { changeIssue, changeIssues, snoozeIssue } from '../api/one-issue.ts'
import type { IssueStatus, IssueSummary } from '../api/wire.ts'
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

async function send(issues: IssueSummary[], change: Change, progress: Progress): Promise<unknown> {
  if (change.kind === 'snooze') return Promise.all(issues.map(({ id }) => snoozeIssue(id, change.mode)))
  if (change.kind === 'assign') {
    return Promise.all(issues.map(({ id }) => assignIssue(id, change.assignee?.id ?? null)))
  }
  const { status, release } = change
  if (release !== undefined) {
    const body = { status, resolved_in_release: release }
    return Promise.all(issues.map(({ id }) => changeIssue(id, body)))
  }
  const [first] = issues
  return issues.length === 1 && first
    ? changeIssue(first.id, { status })
    : setStatus(issues, status, progress)
}

/** As many requests as it takes, one after the other. */
async function setStatus(issues: IssueSummary[], status: IssueStatus, { onDone }: Progress): Promise<void> {
  for (let at = 0; at < issues.length; at += CHUNK) {
    const ids = issues.slice(at, at + CHUNK).map(({ id }) => id)
    await changeIssues(ids, status)
    onDone(at + ids.length)
  }
}

const SILENT: Progress = { onDone: () => undefined }

/** Gives each issue back what it had. A hold that a change replaced can't be put back; the status can. */
async function takeBack(issues: IssueSummary[], change: Change): Promise<void> {
  if (change.kind === 'assign') {
    await Promise.all(issues.map(({ id, assignee }) => assignIssue(id, assignee?.id ?? null)))
    return
  }
  const byStatus = Map.groupBy(issues, (issue) => issue.status)
  await Promise.all([...byStatus].map(([status, group]) => restoreStatus(group, status)))
}

async function restoreStatus(group: IssueSummary[], status: IssueStatus): Promise<void> {
  const released = group.filter((issue) => issue.resolved_in_release !== null)
  const others = group.filter((issue) => issue.resolved_in_release === null)
  if (others.length > 0) await setStatus(others, status, SILENT)
  await Promise.all(
    released.map(({ id, resolved_in_release: release }) =>
      changeIssue(id, { status, resolved_in_release: release ?? '' }),
    ),
  )
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
