import { changeView, createView, deleteView, listViews } from '#actions/search/saved-views.ts'
import { newSavedView, savedViewList, savedViewPatch, writtenView } from '#contract/issue/saved-view.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { type IdParams, idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { principalMay } from '../../auth/principal-may.ts'
import { type AuthenticatedCall, authenticatedRoute, type Route } from '../route.ts'

const WRITTEN = { access: 'views:triage', answer: writtenView } as const
const OF_VIEW = { ...WRITTEN, params: idParams } as const

export const SAVED_VIEW_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/views',
    { access: 'views:read', summary: 'List saved views: your own and shared ones', answer: savedViewList },
    ({ services, principal }) => listViews(services, principal),
  ),
  authenticatedRoute(
    'POST /api/v1/views',
    {
      ...WRITTEN,
      summary: 'Save a view of the issue list',
      body: newSavedView,
      status: 201,
      errors: ['not_found', 'conflict'],
    },
    (call) => createView(call.services, callerOf(call), call.body),
  ),
  authenticatedRoute(
    'PATCH /api/v1/views/{id}',
    { ...OF_VIEW, summary: 'Change a saved view', body: savedViewPatch, errors: ['conflict'] },
    (call) => changeView(call.services, callerOf(call), { ...chosenBy(call), patch: call.body }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/views/{id}',
    { ...OF_VIEW, summary: 'Delete a saved view', answer: deletedAnswer },
    async (call) => {
      await deleteView(call.services, callerOf(call), chosenBy(call))
      return { deleted: true } as const
    },
  ),
]

function chosenBy({ params, principal }: AuthenticatedCall<{ params: IdParams }>) {
  return { id: params.id, mayAny: principalMay(principal, 'views:moderate') }
}
