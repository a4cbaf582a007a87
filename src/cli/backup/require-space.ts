import { freeBytes } from '#platform/disk-reserve.ts'
import { megabytes } from '../megabytes.ts'

/** @throws Error if the folder's disk has too little free space for a backup; passes if that is unknown. */
export function requireSpace(folder: string, wantedBytes: number, remedy: string): void {
  const free = freeBytes(folder)
  if (free === null || free >= wantedBytes) return
  throw new Error(
    `The backup takes about ${megabytes(wantedBytes)} and ${folder} has ${megabytes(free)} free. ${remedy}`,
  )
}
