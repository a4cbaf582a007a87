import type { Heartbeat } from '../heartbeat.ts'

export type Progress = Int32Array<SharedArrayBuffer>

const BEATS = 0
const REQUEST = 1
const NONE = 0

export function newProgress(): Progress {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}

/** The number of the request whose records are being processed; null while there is none, or they are being read. */
export function processedRequest(progress: Progress): number | null {
  const id = Atomics.load(progress, REQUEST)
  return id === NONE ? null : id
}

/** Runs `work`, which processes records of the request with this number (above 0, 32 bits). */
export function processing<T>(progress: Progress, id: number, work: () => T): T {
  Atomics.add(progress, BEATS, 1)
  Atomics.store(progress, REQUEST, id)
  try {
    return work()
  } finally {
    Atomics.store(progress, REQUEST, NONE)
  }
}

export function heartbeatOf(progress: Progress): Heartbeat {
  return progress.subarray(BEATS, REQUEST)
}
