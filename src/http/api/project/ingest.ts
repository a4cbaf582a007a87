import { projectUsage } from '#actions/projects/project-usage.ts'
import { readIngestTarget } from '#actions/projects/read-ingest-target.ts'
import type { IngestAttempts, ProjectUsage, SentTestEvent } from '#contract/project/ingest.ts'
import type { IdParams } from '#contract/scalars.ts'
import { isoTime } from '#contract/time.ts'
import { appendEvent } from '#ingest/accept-event.ts'
import { testEvent } from '#ingest/test-event.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

type OfProject = AuthenticatedCall<{ params: IdParams }>

export async function getIngestAttempts({ services, principal, params }: OfProject): Promise<IngestAttempts> {
  const { projectId } = await readIngestTarget(services, principal, params.id)
  const attempts = services.refusals.newest(projectId)
  return {
    attempts: attempts.map(({ at, userAgent, ...attempt }) => ({
      at: isoTime(at),
      ...attempt,
      user_agent: userAgent,
    })),
  }
}

export async function postTestEvent({ services, principal, params }: OfProject): Promise<SentTestEvent> {
  const target = await readIngestTarget(services, principal, params.id)
  const { journal, clock, config } = services
  const { ingestHourlyCap, spikeEventsPerMinute } = config
  const deps = { journal, clock, ingestHourlyCap, spikeEventsPerMinute }
  return { id: await appendEvent(deps, target, testEvent(clock())) }
}

export async function getProjectUsage({ services, principal, params }: OfProject): Promise<ProjectUsage> {
  const { projectId, usage } = await projectUsage(services, principal, params.id)
  return { ...usage, rejected: services.refusals.counts(projectId) }
}
