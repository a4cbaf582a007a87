import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { changeIssue, changeIssues, snoozeIssue } from '../api/issues.ts'
import type { IssueStatus, IssueSummary } from '../api/wire.ts'
import { showToast } from '../components/toast.ts'
import { type Change, describeChange, predict } from './change.ts'
import { putIssues, restoreIssues, type Snapshot, snapshotIssues } from './issue-cache.ts'

async function send(issues: IssueSummary[], change: Change): Promise<unknown> {
  if (change.kind === 'snooze') return Promise.all(issues.map(({ id }) => snoozeIssue(id, change.mode)))
  const [first] = issues
  if (issues.length > 1 && change.release === undefined) {
    return changeIssues(
      issues.map(({ id }) => id),
      change.status,
    )
  }
  if (change.release === undefined) return first && changeIssue(first.id, { status: change.status })
  const body = { status: change.status, resolved_in_release: change.release }
  return Promise.all(issues.map(({ id }) => changeIssue(id, body)))
}

/** Gives each issue back the status it had. A hold that a change replaced can't be put back; the status can. */
async function takeBack(issues: IssueSummary[]): Promise<void> {
  const byStatus = Map.groupBy(issues, (issue) => issue.status)
  await Promise.all([...byStatus].map(([status, group]) => restoreStatus(group, status)))
}

function restoreStatus(group: IssueSummary[], status: IssueStatus): Promise<unknown> {
  const releases = group.filter((issue) => issue.resolved_in_release !== null)
  if (status !== 'resolved' || releases.length === 0) {
    return changeIssues(
      group.map(({ id }) => id),
      status,
    )
  }
  return Promise.all(
    group.map(({ id, resolved_in_release: release }) =>
      changeIssue(id, release === null ? { status } : { status, resolved_in_release: release }),
    ),
  )
}

function refreshCounts(queryClient: QueryClient): void {
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
  const sent = mutate(queryClient, {
    run: () => send(issues, change),
    snapshot,
    failure: 'Nothing was changed',
  })
  sent.catch(() => undefined)
  const undo = async () => {
    const after = snapshotIssues(queryClient)
    restoreIssues(queryClient, snapshot)
    const run = async () => {
      await sent
      await takeBack(issues)
    }
    await mutate(queryClient, { run, snapshot: after, failure: 'Not undone' }).catch(() => undefined)
  }
  showToast({ kind: 'done', text: describeChange(issues.length, change), undo: () => void undo() })
}
