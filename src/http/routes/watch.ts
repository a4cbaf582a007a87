import { dashboardError } from '#contract/dashboard-error.ts'
import { ingestAttempts, projectUsage, sentTestEvent } from '#contract/project/ingest.ts'
import { idParams } from '#contract/scalars.ts'
import { streamMessage } from '#contract/stream.ts'
import { postDashboardError } from '../api/dashboard-errors.ts'
import { getStream } from '../api/live/stream.ts'
import { getIngestAttempts, getProjectUsage, postTestEvent } from '../api/project/ingest.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { authenticatedRoute, eventStreamRoute, type Route } from './route.ts'

export function watchRoutes(): Route[] {
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
    eventStreamRoute(
      'GET /api/v1/stream',
      {
        access: 'issues:read',
        summary: 'Stream changes as server-sent events',
        success: 'An endless stream; each `data:` line is one message.',
        answer: streamMessage,
        limit: LIMIT_TEXTS.streams,
        errors: ['rate_limit_exceeded'],
      },
      getStream,
    ),
    authenticatedRoute(
      'POST /api/v1/auth/dashboard-errors',
      {
        access: 'account',
        summary: 'Report a dashboard error',
        success: 'Written to the service log.',
        body: dashboardError,
      },
      postDashboardError,
    ),
  ]
}
