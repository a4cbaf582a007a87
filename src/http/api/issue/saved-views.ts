import { changeView, createView, deleteView, listViews } from '#actions/search/saved-views.ts'
import type { NewSavedView, SavedViewList, SavedViewPatch, WrittenView } from '#contract/issue/saved-view.ts'
import type { DeletedAnswer } from '#contract/project/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { principalMay } from '../../auth/principal-may.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getViews({ services, principal }: AuthenticatedCall): Promise<SavedViewList> {
  return listViews(services, principal)
}

export async function postView(call: AuthenticatedCall<{ body: NewSavedView }>): Promise<WrittenView> {
  return createView(call.services, callerOf(call), call.body)
}

export async function patchView(
  call: AuthenticatedCall<{ params: IdParams; body: SavedViewPatch }>,
): Promise<WrittenView> {
  return changeView(call.services, callerOf(call), { ...chosenBy(call), patch: call.body })
}

export async function deleteOneView(call: AuthenticatedCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  await deleteView(call.services, callerOf(call), chosenBy(call))
  return { deleted: true }
}

function chosenBy({ params, principal }: AuthenticatedCall<{ params: IdParams }>) {
  return { id: params.id, mayAny: principalMay(principal, 'views:moderate') }
}
