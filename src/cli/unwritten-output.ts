import { setImmediate } from 'node:timers/promises'

/** Watches what a command writes. Whatever happens to it, the command does its work to the end: a closed pipe is
 * ignored, as in `errata queue | head -1`.
 * @returns asks, at the end, why something was not written; null if all was. */
export function watchOutput(): () => Promise<string | null> {
  let problem: string | null = null
  process.stderr.on('error', () => {})
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') problem ??= message
  })
  return async () => {
    // Errors of a file are told a moment after the write.
    await setImmediate()
    return problem
  }
}
