import { z } from 'zod'

/** Answer of GET /api/v1/openapi.json: an OpenAPI 3.1 document; its own shape is the standard's. */
export const openApiAnswer = z.record(z.string(), z.unknown())

/** Answer of GET /healthz: the process lives. */
export const aliveAnswer = z.object({ status: z.literal('ok') })

const checks = z
  .record(z.string(), z.enum(['ok', 'failed']))
  .meta({ description: 'By the name of each part that is needed.', examples: [{ storage: 'ok' }] })

/** Answer of GET /readyz where every part works. */
export const readyAnswer = z.object({ status: z.literal('ok'), checks })

/** Answer of GET /readyz where a part does not. */
export const unreadyAnswer = z.object({ status: z.literal('unavailable'), checks })
