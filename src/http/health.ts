import type { FastifyInstance } from 'fastify'

/** Throws, or rejects, with the reason when its part cannot work. */
export type ReadinessCheck = () => Promise<void>

const CHECK_MS = 2000

/**
 * `/healthz` and `/health`: the process lives. `/readyz`: each named part can work; which one cannot is
 * answered, why is logged.
 */
export function registerHealth(
  fastify: FastifyInstance,
  checks: Readonly<Record<string, ReadinessCheck>>,
): void {
  const alive = async () => ({ status: 'ok' })
  fastify.get('/healthz', alive)
  fastify.get('/health', alive)
  fastify.get('/readyz', async (request, reply) => {
    const results: Record<string, 'ok' | 'failed'> = {}
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        results[name] = 'failed'
        try {
          await within(CHECK_MS, check())
          results[name] = 'ok'
        } catch (error) {
          request.log.warn({ err: error, check: name }, 'not ready')
        }
      }),
    )
    const ready = Object.values(results).every((result) => result === 'ok')
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    return { status: ready ? 'ok' : 'unavailable', checks: results }
  })
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
