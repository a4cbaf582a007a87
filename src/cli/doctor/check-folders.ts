import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { freeBytes, reserveBytes } from '#platform/disk-reserve.ts'
import { missingTarget } from '#platform/folders.ts'
import { megabytes } from '../megabytes.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const SCARCE_BYTES = 1024 ** 3
const OTHERS = 0o007

/** By statfs of Linux (statfs(2)); on other systems the numbers mean nothing. */
const NETWORK = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x1021997, '9p'],
  [0x65735546, 'FUSE'],
])
const MEMORY = new Map([
  [0x1021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
])
const OTHER = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x2fc12fc1, 'zfs'],
  [0x794c7630, 'overlay'],
])

/** The data folder and the artifacts folder: who may write there, what they lie on, and how much room there is. */
export function checkFolders({ dataDir, artifactsDir, databaseUrl }: Config): Finding[] {
  const data = databaseUrl === null ? checkFolder('data folder', dataDir, true) : []
  const isInside = artifactsDir.startsWith(`${dataDir}${sep}`) && databaseUrl === null
  return [
    ...data,
    ...(isInside && !existsSync(artifactsDir) ? [] : checkFolder('artifacts', artifactsDir, false)),
  ]
}

function checkFolder(check: string, folder: string, hasDatabase: boolean): Finding[] {
  const present = nearestFolder(folder)
  const refusal = writeRefusal(present)
  if (refusal !== null)
    return [
      fail(
        check,
        refusal,
        'Run this as the user that runs the service. If that is you, set SVC_DATA_DIR and SVC_ARTIFACTS_DIR to folders that you can write to.',
      ),
    ]
  const kind = process.platform === 'linux' ? statfsSync(present).type : 0
  const name = NETWORK.get(kind) ?? MEMORY.get(kind) ?? OTHER.get(kind)
  const place = `${folder}${present === folder ? '' : ', which the first start creates'}${name ? `, on ${name}` : ''}`
  return [
    storageOf(check, place, hasDatabase ? kind : 0),
    ...privacyOf(check, folder),
    roomOf(check, present),
  ]
}

function storageOf(check: string, place: string, kind: number): Finding {
  if (NETWORK.has(kind))
    return fail(
      check,
      place,
      'SQLite needs file locks and syncs that network file systems do not guarantee: use a local disk, or PostgreSQL.',
    )
  if (MEMORY.has(kind))
    return warn(check, place, 'It is in memory: a restart of the machine loses everything. Use a disk.')
  return ok(check, place)
}

function privacyOf(check: string, folder: string): Finding[] {
  if (process.platform === 'win32' || !existsSync(folder) || (statSync(folder).mode & OTHERS) === 0) return []
  // Its files are closed to others all the same.
  return [warn(check, `${folder} can be opened by every user of this machine`, `chmod o= '${folder}'`)]
}

function roomOf(check: string, folder: string): Finding {
  const free = freeBytes(folder)
  if (free === null) return warn(check, `the free space of ${folder} is unknown`, 'Monitor it another way.')
  const room = `${megabytes(free)} free`
  if (free < reserveBytes(folder))
    return fail(check, room, 'The disk is full and events are rejected: free some space.')
  if (free < SCARCE_BYTES)
    return warn(check, room, 'Free some space, or keep events for fewer days (SVC_RETENTION_DAYS).')
  return ok(check, room)
}

function writeRefusal(folder: string): string | null {
  const missing = missingTarget(folder)
  if (missing !== null) return `${folder} is a link to ${missing}, which does not exist`
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder`
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return `${folder} cannot be written: ${(error as Error).message}`
  }
}

/** The folder, or the one that it would be made in. */
function nearestFolder(folder: string): string {
  const isThere = existsSync(folder) || missingTarget(folder) !== null
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
