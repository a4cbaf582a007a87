import { ServiceError } from '#contract/errors.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { NO_CRASH_DUMPS } from '#ingest/open-envelope.ts'
import type { IngestServices } from './ingest-services.ts'
import { type IngestExchange, identifyIfNamed } from './receive.ts'

const CRASH_DUMP = /^\/api\/[^/]+\/(?:minidump|unreal|playstation)(?:[/?]|$)/
const NO_EVENTS =
  'This path accepts nothing. Errata keeps errors, not traces, logs, metrics or check-ins. Send events to /api/{project}/envelope/ or /api/{project}/store/.'

/** Answers a path of a project that nothing takes. A crash dump is an error that is lost: it counts for its key's project.
 * @throws not_found; for a crash dump also as `identify` */
export async function refusePath(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<never> {
  if (!CRASH_DUMP.test(exchange.request.url)) throw new ServiceError('not_found', NO_EVENTS)
  const { authenticator, config } = services
  await identifyIfNamed(exchange, { authenticator, lease, maxBytes: config.maxBodyBytes })
  throw new ServiceError('not_found', NO_CRASH_DUMPS)
}
