import { newSavedView, savedViewList, savedViewPatch, writtenView } from '#contract/issue/saved-view.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { deleteOneView, getViews, patchView, postView } from '../../api/issue/saved-views.ts'
import { authenticatedRoute, type Route } from '../route.ts'

export function savedViewRoutes(): Route[] {
  const written = { access: 'views:triage', answer: writtenView } as const
  const ofView = { ...written, params: idParams } as const
  return [
    authenticatedRoute(
      'GET /api/v1/views',
      { access: 'views:read', summary: 'List saved views: your own and shared ones', answer: savedViewList },
      getViews,
    ),
    authenticatedRoute(
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
    authenticatedRoute(
      'PATCH /api/v1/views/{id}',
      { ...ofView, summary: 'Change a saved view', body: savedViewPatch, errors: ['conflict'] },
      patchView,
    ),
    authenticatedRoute(
      'DELETE /api/v1/views/{id}',
      { ...ofView, summary: 'Delete a saved view', answer: deletedAnswer },
      deleteOneView,
    ),
  ]
}
