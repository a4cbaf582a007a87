import { eachOnItsOwn, type GoesOn } from '#platform/background.ts'
import { deletePart, listDeletedProjects } from '#storage/project/deletion.ts'
import type { ActionDeps } from '../action-deps.ts'
import { ROWS_PER_STEP, restAfter } from './rest-after.ts'

export interface SweepDeps extends ActionDeps {
  goesOn: GoesOn
  removeProjectFiles: (projectUid: string) => Promise<void>
}

/** In steps with rests; last, when no upload can be recorded any more, the release files. `sweepArtifacts`
 * finds what a stop in between leaves. */
export async function sweepDeleted(deps: SweepDeps): Promise<void> {
  const deleted = await listDeletedProjects(deps.database.queries)
  await eachOnItsOwn(deleted, async ({ id, uid, ...org }) => {
    for (let isLeft = true; isLeft; ) {
      if (!(await deps.goesOn())) return false
      isLeft = await restAfter(() =>
        deps.database.inOrg(org, (scope) => deletePart(scope, id, ROWS_PER_STEP)),
      )
    }
    await deps.removeProjectFiles(uid)
    return true
  })
}
