import { deletePart, listDeletedProjects } from '#storage/project-deletion.ts'
import { restAfter } from './rest-after.ts'
import { inOrg, type TriageDeps } from './triage-deps.ts'

/** Rows removed per transaction: a batch of ingest waits for one at most. */
const ROWS_PER_STEP = 1_000

export interface SweepDeps extends TriageDeps {
  /** Asked before each step; the sweep ends early when it says no. */
  goesOn: () => Promise<boolean>
}

/** Removes the rows of everything that was deleted, in steps with rests between them. */
export async function sweepDeleted(deps: SweepDeps): Promise<void> {
  for (const { id, ...org } of await listDeletedProjects(deps.database.queries)) {
    for (let isLeft = true; isLeft; ) {
      if (!(await deps.goesOn())) return
      isLeft = await restAfter(() => inOrg(deps, org, (scope) => deletePart(scope, id, ROWS_PER_STEP)))
    }
  }
}
