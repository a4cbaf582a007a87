import { ingestAttempts, projectUsage, sentTestEvent } from '#contract/project/ingest.ts'
import { idParams } from '#contract/scalars.ts'
import { getIngestAttempts, getProjectUsage, postTestEvent } from '../../api/project/ingest.ts'
import { authenticatedRoute, type Route } from '../route.ts'

/** What an operator of a project sees of its ingest; the routes that take events are in `routes/ingest.ts`. */
export function projectIngestRoutes(): Route[] {
  const ofProject = { access: 'projects:read', params: idParams } as const
  return [
    authenticatedRoute(
      'GET /api/v1/projects/{id}/ingest-attempts',
      { ...ofProject, summary: 'List rejected ingest requests', answer: ingestAttempts },
      getIngestAttempts,
    ),
    authenticatedRoute(
      'POST /api/v1/projects/{id}/test-event',
      {
        ...ofProject,
        access: 'projects:test',
        summary: 'Send a test event',
        success: 'Accepted, not yet processed.',
        answer: sentTestEvent,
        status: 202,
        limit: 'counts as an event of the project',
        errors: ['ingest_cap_exceeded', 'queue_unavailable'],
      },
      postTestEvent,
    ),
    authenticatedRoute(
      'GET /api/v1/projects/{id}/usage',
      { ...ofProject, summary: 'Show the usage of a project', answer: projectUsage },
      getProjectUsage,
    ),
  ]
}
