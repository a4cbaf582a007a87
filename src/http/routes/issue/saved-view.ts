import { newSavedView, savedViewList, savedViewPatch, writtenView } from '#contract/issue/saved-view.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { deleteOneView, getViews, patchView, postView } from '../../api/issue/saved-views.ts'
import { type Route, sessionRoute } from '../route.ts'

export function savedViewRoutes(): Route[] {
  const written = { access: 'views:triage', answer: writtenView } as const
  const ofView = { ...written, params: idParams } as const
  return [
    sessionRoute(
      'GET /api/v1/views',
      { access: 'views:read', summary: 'List saved views: your own and shared ones', answer: savedViewList },
      getViews,
    ),
    sessionRoute(
      'POST /api/v1/views',
      {
        ...written,
        summary: 'Save a view of the issue list',
        body: newSavedView,
        status: 201,
        errors: ['not_found', 'conflict'],
      },
      postView,
    ),
    sessionRoute(
      'PATCH /api/v1/views/{id}',
      { ...ofView, summary: 'Change a saved view', body: savedViewPatch, errors: ['conflict'] },
      patchView,
    ),
    sessionRoute(
      'DELETE /api/v1/views/{id}',
      { ...ofView, summary: 'Delete a saved view', answer: deletedAnswer },
      deleteOneView,
    ),
  ]
}
