import { z } from 'zod'

export const openApiAnswer = z.record(z.string(), z.unknown())

export const aliveAnswer = z.object({ status: z.literal('ok') })

const checks = z
  .record(z.string(), z.enum(['ok', 'degraded', 'failed']))
  .meta({ description: 'State of each required part, by name.', examples: [{ storage: 'ok' }] })

export const readinessProblem = z.object({
  check: z.string().meta({ description: 'The part, as in `checks`.', examples: ['pipeline'] }),
  message: z.string().meta({
    description: 'What is wrong and what to do.',
    examples: ['Events have waited for 2 min. Look for "pipeline trouble" in the log.'],
  }),
})

const problems = z.array(readinessProblem).optional().meta({
  description: 'One for each part that is not `ok` or has a notice; absent if there are none.',
})

export const readyAnswer = z.object({ status: z.enum(['ok', 'degraded']), checks, problems })

export const unreadyAnswer = z.object({ status: z.literal('unavailable'), checks, problems })
