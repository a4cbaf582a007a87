import { readFileSync } from 'node:fs'

/** One item; its header declares a length unless it is told not to. */
export type Item = [type: string, payload: Buffer | string, options?: { length: boolean }]

/** The bytes of an envelope. */
export function envelopeOf(items: Item[], header = '{}'): Buffer {
  const parts = items.flatMap(([type, payload, { length } = { length: true }]) => {
    const bytes = Buffer.from(payload)
    const head = JSON.stringify({ type, ...(length && { length: bytes.length }) })
    return [Buffer.from(`\n${head}\n`), bytes]
  })
  return Buffer.concat([Buffer.from(header), ...parts])
}

export const attachment = (bytes: Buffer): Item => ['attachment', bytes]
export const event = (message: string, length = true): Item => [
  'event',
  JSON.stringify({ message }),
  { length },
]

/** The most memory that a process has had resident. */
export function peakMegabytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
