import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ApiClient, Project } from '../support/client/api-client.ts'

/** What an attack is played against. */
export interface SiegeWorld {
  /** Origin of the service. */
  url: string
  /** Of another organization than the client's: who attacks has its public key, an account and a token. */
  attacker: { client: ApiClient; project: Project; token: string }
  /** A public key of the client's project with its own hourly cap, as one in a web page should have. */
  webKey: string
  clientProject: Project
}

/** An attack of a finding, with its variations. */
export interface Attack {
  name: string
  /** Number of the finding it comes from. */
  finding: string
  /** Plays until the signal says stop; counts answers by status. */
  play(world: SiegeWorld, stop: AbortSignal): Promise<Tally>
}

/** Answers by status; 0 for none. */
export type Tally = Map<number, number>

/** One request of an attack. */
export interface Shot {
  path: string
  body: Buffer
  headers?: Record<string, string>
}

/** Nobody waits for an answer for longer than this, ms. */
const SHOT_MS = 20_000

/** Sends shots over some connections, each the next one as soon as it has its answer. */
export async function bombard(
  { url, shots, connections }: { url: string; shots: readonly Shot[]; connections: number },
  stop: AbortSignal,
): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const tally: Tally = new Map()
  let next = 0
  const gun = async (): Promise<void> => {
    while (!stop.aborted) {
      const status = await fire(url, shots[next++ % shots.length]!, { agent, stop })
      tally.set(status, (tally.get(status) ?? 0) + 1)
      // Refused connections must not become a busy loop.
      if (status === 0) await pause(50)
    }
  }
  await Promise.all(Array.from({ length: connections }, gun))
  agent.destroy()
  return tally
}

/** Status of the answer; 0 if none came. */
function fire(
  url: string,
  { path, body, headers }: Shot,
  { agent, stop }: { agent: Agent; stop: AbortSignal },
): Promise<number> {
  return new Promise((resolve) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(SHOT_MS)])
    const sent = request(url + path, { method: 'POST', agent, headers: { ...headers }, signal }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** A body that was made once and compresses to next to nothing, at one of the ingest routes. */
export function gzipped(path: string, body: string): Shot {
  return { path, body: gzipSync(body, { level: 9 }), headers: { 'content-encoding': 'gzip' } }
}

/** Path of an ingest route with the public key. */
export function ingestPath(
  route: 'store' | 'envelope' | 'user-feedback',
  project: Project,
  key?: string,
): string {
  return `/api/${project.number}/${route}/?sentry_key=${key ?? project.keys[0]!.public_key}&sentry_version=7`
}

/** An envelope of these items. */
export function envelope(items: readonly { type: string; payload: unknown }[]): string {
  const parts = items.flatMap(({ type, payload }) => {
    const text = JSON.stringify(payload)
    return [JSON.stringify({ type, length: Buffer.byteLength(text) }), text]
  })
  return ['{}', ...parts, ''].join('\n')
}
