import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { processTree } from '../test/support/service.ts'

const BYTES_PER_BLOCK = 512

export interface MemoryUse {
  /** Resident now, bytes, summed over the process and its children. */
  resident: number
  /** Highest resident size so far (VmHWM), bytes, summed likewise. */
  peak: number
}

/** Memory of a process and its descendants, from /proc (Linux only). */
export function memoryOf(pid: number): MemoryUse {
  const sum = { resident: 0, peak: 0 }
  for (const member of processTree(pid)) {
    const status = readFileSync(`/proc/${member}/status`, 'utf8')
    sum.resident += kilobytes(status, 'VmRSS') * 1024
    sum.peak += kilobytes(status, 'VmHWM') * 1024
  }
  return sum
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
}

/** Blocks that a folder takes on the disk, in bytes, by file name. */
export function diskUse(folder: string): Map<string, number> {
  const use = new Map<string, number>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    use.set(path.slice(folder.length + 1), lstatSync(path).blocks * BYTES_PER_BLOCK)
  }
  return use
}

/** What the database takes on PostgreSQL's disk, in bytes; its write-ahead log is not included. */
export async function databaseSize(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('CHECKPOINT')
    const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 AS size')
    return rows[0].size
  } finally {
    await client.end()
  }
}
