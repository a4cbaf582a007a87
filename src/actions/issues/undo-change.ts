import type { OrgScope } from '#storage/engine/scope.ts'
import { type FixStand, fixStands, restoreFix } from '#storage/fix/fix.ts'
import { latestStateLines, markUndone, type StateLine } from '#storage/issue/activity.ts'
import { type IssueChange, type IssueToChange, STATE_COLUMNS, updateIssues } from '#storage/issue/change.ts'
import type { ChangedBy } from '../changed-by.ts'

/** What an activity line keeps of an issue, so that its change can be undone. */
interface Kept {
  id: string
  columns: IssueChange
  fix: FixStand | null
}

/** For the details of the activity lines of a change that is about to be made; nothing if it has no name. */
export async function keptForUndo(
  scope: OrgScope,
  issues: readonly IssueToChange[],
  changeId: string | undefined,
): Promise<(issue: IssueToChange) => { undo?: Kept }> {
  if (changeId === undefined) return () => ({})
  const fixes = await fixStands(
    scope,
    issues.map(({ id }) => id),
  )
  return (issue) => ({ undo: { id: changeId, columns: stateOf(issue), fix: fixes.get(issue.id) ?? null } })
}

/** Gives locked issues back exactly what the actor's change of this name took, where it is the latest one.
 * @returns how many it was given back */
export async function undoChange(
  scope: OrgScope,
  issues: readonly IssueToChange[],
  { changeId, actor }: Pick<ChangedBy, 'actor'> & { changeId: string },
): Promise<number> {
  const issueIds = issues.map(({ id }) => id)
  const undoable = (await latestStateLines(scope, issueIds)).flatMap((line) => {
    const kept = keptIn(line)
    const isTheirs = line.actor_kind === actor.kind && line.actor_id === actor.id
    return isTheirs && kept?.id === changeId ? [{ line, kept, issueId: line.issue_id }] : []
  })
  for (const same of Map.groupBy(undoable, ({ kept }) => JSON.stringify(kept.columns)).values()) {
    const ids = same.map(({ issueId }) => issueId)
    await updateIssues(scope, ids, same[0]!.kept.columns)
  }
  const fixes = await fixStands(scope, issueIds)
  for (const { line, kept, issueId } of undoable) {
    // A fix that the change left in place may have been verified since.
    if (fixes.get(issueId)?.id !== kept.fix?.id) await restoreFix(scope, issueId, kept.fix)
    await markUndone(scope, line)
  }
  return undoable.length
}

function keptIn({ details }: StateLine): Kept | undefined {
  return (JSON.parse(details) as { undo?: Kept }).undo
}

function stateOf(issue: IssueToChange): IssueChange {
  return Object.fromEntries(STATE_COLUMNS.map((column) => [column, issue[column]]))
}
