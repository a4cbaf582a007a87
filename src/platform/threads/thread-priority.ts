import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Lets other threads go first. Linux only: threads have their own priority. `nice`: 1 (a little) to 19. */
export function yieldToOthers(nice: number): void {
  if (process.platform !== 'linux') return
  try {
    // A link that reads differently in every thread: "<process>/task/<thread>".
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, nice)
  } catch {
    // No /proc, or not allowed: the thread runs like any other.
  }
}
