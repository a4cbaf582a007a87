import { connect } from 'node:net'
import type { Config } from '#platform/config/config.ts'
import { shownOrigin } from '../account/print-link.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const ANSWER_MS = 5_000

interface Readiness {
  status: string
  problems?: { check: string; message: string }[]
}

/** Whether the port is free or the service answers there, what it says of itself, and the address that people use. */
export async function checkService(config: Config): Promise<Finding[]> {
  const { port, baseUrl } = config
  if (port === 0) return [ok('port', 'any free port')]
  const local = shownOrigin({ ...config, baseUrl: null })
  if (!(await isListening(config))) {
    return [
      ok('port', `${port} is free: no service runs there`),
      ...(baseUrl === null ? [] : [await checkAddress(baseUrl, false)]),
    ]
  }
  const readiness = await readinessAt(local)
  if (readiness === null) {
    const todo = 'Stop the other program, or choose another SVC_PORT.'
    return [fail('port', `${port} is used by a program that is not Errata`, todo)]
  }
  return [...serviceOf(local, readiness), ...(baseUrl === null ? [] : [await checkAddress(baseUrl, true)])]
}

function serviceOf(origin: string, { status, problems = [] }: Readiness): Finding[] {
  if (status === 'ok' && problems.length === 0) return [ok('service', `${origin} answers and is ready`)]
  const judge = status === 'unavailable' ? fail : warn
  return problems.map(({ check, message }) =>
    judge('service', `${check}: ${message}`, 'See the log of the service.'),
  )
}

async function checkAddress(baseUrl: string, isRunning: boolean): Promise<Finding> {
  if ((await readinessAt(baseUrl)) !== null) return ok('address', `${baseUrl} leads to a service`)
  const message = `SVC_BASE_URL ${baseUrl} does not lead to the service from here`
  return isRunning
    ? warn(
        'address',
        message,
        'Check DNS, proxy and certificate. Ignore this if only this machine cannot reach it.',
      )
    : ok('address', `${baseUrl} does not answer while the service is stopped`)
}

/** What `/readyz` says; null if it is not Errata that answers. */
async function readinessAt(origin: string): Promise<Readiness | null> {
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const answer = (await response.json()) as Partial<Readiness> & { checks?: unknown }
    return typeof answer.status === 'string' && answer.checks ? { ...answer, status: answer.status } : null
  } catch {
    return null
  }
}

function isListening({ host, port }: Config): Promise<boolean> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return new Promise((resolve) => {
    const socket = connect({ host: reachable, port, timeout: ANSWER_MS })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
