import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { readinessProblem } from '#contract/service.ts'
import { withinTime } from '#platform/time/within-time.ts'

export interface ReadinessNote {
  note: string
}

/** The result of a check: nothing, a note, or why its part is slow. Throws, or rejects, when it cannot work. */
export type ReadinessCheck = () => Promise<string | ReadinessNote | null>

export interface ReadinessPart {
  check: ReadinessCheck
  /** For people who look after the service: where to look and what to do. Public, like all of the answer. */
  remedy: string
}

/** A part cannot work. The message is shown to everyone; why, as far as it is internal, is in `cause`. */
export class NotReadyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotReadyError'
  }
}

type Problem = z.infer<typeof readinessProblem>
type State = 'ok' | 'degraded' | 'failed'
interface Finding {
  state: State
  problem: Problem | null
}

const CHECK_MS = 2000
const FAILED = 'This part is not working. The log says why.'

/** `/healthz` and `/health`: the process lives. `/readyz`: 200 if each named part works, if late; 503 if
 * one cannot. What is wrong and what to do is in the answer, why is logged. */
export function registerHealth(
  fastify: FastifyInstance,
  parts: Readonly<Record<string, ReadinessPart>>,
): void {
  const alive = async () => ({ status: 'ok' })
  fastify.get('/healthz', alive)
  fastify.get('/health', alive)
  fastify.get('/readyz', async (request, reply) => {
    const onProblem = (err: unknown, check: string): void => request.log.warn({ err, check }, 'not ready')
    const findings = await findingsOf(parts, onProblem)
    const checks = Object.fromEntries(findings.map(([name, { state }]) => [name, state]))
    const problems = findings.flatMap(([, { problem }]) => problem ?? [])
    const states = new Set(Object.values(checks))
    reply.code(states.has('failed') ? 503 : 200).header('cache-control', 'no-store')
    const status = states.has('failed') ? 'unavailable' : states.has('degraded') ? 'degraded' : 'ok'
    return { status, checks, ...(problems.length > 0 && { problems }) }
  })
}

export async function partStates(
  parts: Readonly<Record<string, ReadinessPart>>,
): Promise<Record<string, State>> {
  const findings = await findingsOf(parts, () => {})
  return Object.fromEntries(findings.map(([name, { state }]) => [name, state]))
}

type OnProblem = (error: unknown, name: string) => void

function findingsOf(
  parts: Readonly<Record<string, ReadinessPart>>,
  onProblem: OnProblem,
): Promise<[name: string, finding: Finding][]> {
  const asked = Object.entries(parts).map(
    async ([name, part]): Promise<[string, Finding]> => [name, await findingOf(name, part, onProblem)],
  )
  return Promise.all(asked)
}

async function findingOf(
  name: string,
  { check, remedy }: ReadinessPart,
  onProblem: OnProblem,
): Promise<Finding> {
  const problem = (message: string): Problem => ({ check: name, message: `${message} ${remedy}` })
  try {
    const found = await withinTime(check(), { ms: CHECK_MS, late: undefined })
    if (found === undefined) throw new Error(`no answer within ${CHECK_MS} ms`)
    if (found === null) return { state: 'ok', problem: null }
    if (typeof found === 'string') return { state: 'degraded', problem: problem(found) }
    return { state: 'ok', problem: { check: name, message: found.note } }
  } catch (error) {
    onProblem(error, name)
    return { state: 'failed', problem: problem(error instanceof NotReadyError ? error.message : FAILED) }
  }
}
