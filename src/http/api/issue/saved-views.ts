import { changeView, createView, deleteView, listViews } from '#actions/search/saved-views.ts'
import type { NewSavedView, SavedViewList, SavedViewPatch, WrittenView } from '#contract/issue/saved-view.ts'
import type { DeletedAnswer } from '#contract/project/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { principalMay } from '../../auth/principal-may.ts'
import type { SessionCall } from '../../routes/route.ts'

export async function getViews({ services, principal }: SessionCall): Promise<SavedViewList> {
  return listViews(services, principal)
}

export async function postView(call: SessionCall<{ body: NewSavedView }>): Promise<WrittenView> {
  return createView(call.services, callerOf(call), call.body)
}

export async function patchView(
  call: SessionCall<{ params: IdParams; body: SavedViewPatch }>,
): Promise<WrittenView> {
  return changeView(call.services, callerOf(call), { ...chosenBy(call), patch: call.body })
}

export async function deleteOneView(call: SessionCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  await deleteView(call.services, callerOf(call), chosenBy(call))
  return { deleted: true }
}

function chosenBy({ params, principal }: SessionCall<{ params: IdParams }>) {
  return { id: params.id, mayAny: principalMay(principal, 'views:moderate') }
}
