import { projectUsage } from '#actions/projects/project-usage.ts'
import { readIngestTarget } from '#actions/projects/read-ingest-target.ts'
import { ingestAttempts, sentTestEvent, projectUsage as usageAnswer } from '#contract/project/ingest.ts'
import { idParams } from '#contract/scalars.ts'
import { isoTime } from '#contract/time.ts'
import { appendEvent } from '#ingest/accept-event.ts'
import { testEvent } from '#ingest/test-event.ts'
import { authenticatedRoute, type Route } from '../route.ts'

const OF_PROJECT = { access: 'projects:read', params: idParams } as const

/** What an operator of a project sees of its ingest; the routes that take events are in `routes/ingest.ts`. */
export const PROJECT_INGEST_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/projects/{id}/ingest-attempts',
    { ...OF_PROJECT, summary: 'List rejected ingest requests', answer: ingestAttempts },
    async ({ services, principal, params }) => {
      const { projectId } = await readIngestTarget(services, principal, params.id)
      const attempts = services.refusals.newest(projectId)
      return {
        attempts: attempts.map(({ at, userAgent, ...attempt }) => ({
          at: isoTime(at),
          ...attempt,
          user_agent: userAgent,
        })),
      }
    },
  ),
  authenticatedRoute(
    'POST /api/v1/projects/{id}/test-event',
    {
      ...OF_PROJECT,
      access: 'projects:test',
      summary: 'Send a test event',
      success: 'Accepted, not yet processed.',
      answer: sentTestEvent,
      status: 202,
      limit: 'counts as an event of the project',
      errors: ['ingest_cap_exceeded', 'queue_unavailable'],
    },
    async ({ services, principal, params }) => {
      const target = await readIngestTarget(services, principal, params.id)
      const { journal, clock, config } = services
      const { ingestHourlyCap, spikeEventsPerMinute } = config
      const deps = { journal, clock, ingestHourlyCap, spikeEventsPerMinute }
      return { id: await appendEvent(deps, target, testEvent(clock())) }
    },
  ),
  authenticatedRoute(
    'GET /api/v1/projects/{id}/usage',
    { ...OF_PROJECT, summary: 'Show the usage of a project', answer: usageAnswer },
    async ({ services, principal, params }) => {
      const { projectId, usage } = await projectUsage(services, principal, params.id)
      return { ...usage, rejected: services.refusals.counts(projectId) }
    },
  ),
]
