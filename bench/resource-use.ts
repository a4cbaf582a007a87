import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { processTree } from '../test/support/server/service.ts'

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

/** Ticks of a second in /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** CPU time that each thread of a process and its descendants has used, ms, by the thread's name (Linux only). */
export function threadTimesOf(pid: number): Map<string, number> {
  const times = new Map<string, number>()
  for (const member of processTree(pid)) {
    for (const task of readdirSync(`/proc/${member}/task`)) {
      const stat = readFileSync(`/proc/${member}/task/${task}/stat`, 'utf8')
      const end = stat.lastIndexOf(')')
      const name = stat.slice(stat.indexOf('(') + 1, end)
      // Fields 14 and 15 of proc(5), utime and stime; the third comes after the name.
      const [userTicks, systemTicks] = stat
        .slice(end + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number)
      const ms = ((userTicks! + systemTicks!) * 1000) / TICKS_PER_SECOND
      times.set(name, (times.get(name) ?? 0) + ms)
    }
  }
  return times
}

/** CPU time that a process, its descendants and those of them that ended have used, ms (Linux only). */
export function cpuTimeOf(pid: number): number {
  const ticks = processTree(pid).map(ticksOf)
  return (ticks.reduce((total, own) => total + own, 0) * 1000) / TICKS_PER_SECOND
}

/** Fields 14 to 17 of proc(5): its own times, and those of children that it has waited for. */
function ticksOf(pid: number): number {
  const path = `/proc/${pid}/stat`
  // One that ended meanwhile is in its parent's times.
  if (!existsSync(path)) return 0
  const stat = readFileSync(path, 'utf8')
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return times.map(Number).reduce((total, time) => total + time, 0)
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
}

/** Has a fixed size and holds no event: docs/decisions/0059. */
const RESERVE = 'reserve'

/** Blocks that a folder takes on the disk, in bytes, by file name. */
export function diskUse(folder: string): Map<string, number> {
  const use = new Map<string, number>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === RESERVE) continue
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
