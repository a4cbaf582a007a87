import type { IngestAttempts, ProjectUsage, SentTestEvent } from '#contract/project-ingest.ts'
import type { IdParams } from '#contract/scalars.ts'
import { acceptEvent } from '#ingest/accept-event.ts'
import { testEvent } from '#ingest/test-event.ts'
import { projectUsage } from '#triage/project-usage.ts'
import type { SessionCall } from '../route.ts'
import { requireProject } from './require-project.ts'

type OfProject = SessionCall<{ params: IdParams }>

/** GET /api/v1/projects/{id}/ingest-attempts. */
export async function getIngestAttempts({ services, scope, params }: OfProject): Promise<IngestAttempts> {
  const project = await requireProject(scope, params.id)
  const attempts = services.refusals.newest(project.id)
  return {
    attempts: attempts.map(({ at, userAgent, ...attempt }) => ({
      at: new Date(at).toISOString(),
      ...attempt,
      user_agent: userAgent,
    })),
  }
}

/** POST /api/v1/projects/{id}/test-event: takes the way of every other event, from the journal on. */
export async function postTestEvent({ services, scope, params }: OfProject): Promise<SentTestEvent> {
  const project = await requireProject(scope, params.id)
  const key = { orgId: scope.orgId, projectId: project.id, hourlyCap: project.ingest_hourly_cap }
  const { journal, clock, config } = services
  const { ingestHourlyCap, spikeEventsPerMinute } = config
  const accept = { journal, clock, ingestHourlyCap, spikeEventsPerMinute }
  return { id: await acceptEvent(accept, { key, clientIp: undefined }, testEvent(clock())) }
}

/** GET /api/v1/projects/{id}/usage. */
export async function getProjectUsage({ services, scope, params }: OfProject): Promise<ProjectUsage> {
  const project = await requireProject(scope, params.id)
  const defaultCap = services.config.ingestHourlyCap
  const usage = await projectUsage({ ...services, defaultCap }, scope, project)
  return { ...usage, rejected: services.refusals.counts(project.id) }
}
