import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadTarget } from '../test/support/client/load-connection.ts'
import type { SampleEventsOptions } from '../test/support/sample/events.ts'
import type { LoadOrder, LoadReport } from './load-generator.ts'

/** Starts a script of this folder as a process of its own, with a message channel. */
function forkScript(name: string): ChildProcess {
  return fork(join(import.meta.dirname, name), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function ask<T>(child: ChildProcess, order: LoadOrder): Promise<T> {
  const answer = once(child, 'message')
  const gone = once(child, 'exit').then(() => {
    throw new Error('the load generator ended')
  })
  child.send(order)
  const [message] = (await Promise.race([answer, gone])) as [T]
  return message
}

export interface Generator {
  /** Builds the bodies of the next rounds: distinct events, gzip'd. */
  prepare(events: number, options: SampleEventsOptions): Promise<void>
  /** Posts every prepared body once, by connections that are shared out among the targets. */
  send(targets: readonly LoadTarget[], connections: number): Promise<LoadReport>
  close(): void
}

export function startGenerator(): Generator {
  const child = forkScript('load-generator.ts')
  child.setMaxListeners(0)
  return {
    prepare: (events, options) => ask(child, { kind: 'prepare', events, options }),
    send: (targets, connections) => ask(child, { kind: 'send', targets, connections }),
    close: () => child.disconnect(),
  }
}

/** The bare `node:http` handler in a process of its own. */
export async function startBareHandler(): Promise<{ target: LoadTarget; pid: number; close: () => void }> {
  const child = forkScript('bare-handler.ts')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    target: { host: '127.0.0.1', port, path: '/api/1/envelope/' },
    pid: child.pid!,
    close: () => child.disconnect(),
  }
}
