import { eachOnItsOwn, pagesOf } from '#platform/background.ts'
import { type DueHold, endDueHolds, listDueHolds } from '#storage/issue/hold.ts'
import { tellEndedSnoozes } from '#storage/notify/ended-snooze.ts'
import { asService } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { writeIssues } from '../issues/write-issues.ts'

const HOLDS_PER_STEP = 200

/** Notes it in the activity and tells watchers. Safe on several nodes at once. @returns how many. */
export async function endSnoozes(deps: ChangeDeps): Promise<number> {
  const { database, clock } = deps
  const now = clock()
  let ended = 0
  const pages = pagesOf<DueHold>(HOLDS_PER_STEP, (after) => listDueHolds(database.queries, now, after))
  await eachOnItsOwn(pages, (due) =>
    eachOnItsOwn(Map.groupBy(due, ({ orgId }) => orgId).values(), async (holds) => {
      const ids = holds.map(({ id }) => id).toSorted((a, b) => a - b)
      ended += await writeIssues(deps, asService(holds[0]!), async (scope) => {
        const issues = await endDueHolds(scope, ids, now)
        await tellEndedSnoozes(scope, new Map(issues.map(({ id }) => [id, 'clock'])), now)
        const updates = issues.map(({ uid, projectUid }) => ({ issueUid: uid, projectUid }))
        return { result: issues.length, updates }
      })
      return true
    }),
  )
  return ended
}
