import { join } from 'node:path'
import { DAY_MS } from '#contract/time.ts'
import type { SymbolQuery } from '#domain/symbols/symbolication.ts'
import { steadyClock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type SymbolFile, touchReleaseFiles } from '#storage/project/symbol-file.ts'

export interface LibraryOptions {
  database: Database
  artifactsDir: string
  /** Told what is read, before it is. */
  onReading: (file: string) => void
}

/** The uploaded files of a project, for one query. */
export interface Shelf {
  options: LibraryOptions
  scope: OrgScope
  uid: string
  query: SymbolQuery
  /** Another number after each change of the files. */
  changes: number
  whyUnread: WhyUnread
}

/** Why a file that is not known is left alone; null if it may be read. */
export type WhyUnread = (file: string) => string | null

/** A file in use is noted as used this often. */
const TOUCH_MS = DAY_MS
/** A file that the disk didn't give is left alone for this long: it may be back, or uploaded again. */
export const UNREAD_FOR_MS = 10_000

/** Names the content of a file for good. */
export function keyOf({ uid }: Pick<Shelf, 'uid'>, { sha256 }: SymbolFile): string {
  return `${uid}/${sha256}`
}

/** Content by its hash, which no client chose. */
export function pathOf({ options, uid }: Shelf, { sha256 }: SymbolFile): string {
  return join(options.artifactsDir, uid, sha256)
}

export async function noteUse({ options, query }: Shelf, files: readonly SymbolFile[]): Promise<void> {
  const now = Date.now()
  const old = files.filter(({ usedAt }) => now - usedAt > TOUCH_MS).map(({ id }) => id)
  if (old.length === 0) return
  const org = { orgId: query.orgId, orgUid: '' }
  // Without the note they are removed some days earlier.
  await options.database.inOrg(org, (scope) => touchReleaseFiles(scope, old, now)).catch(() => {})
}

/** Whether reading failed, and not the content. */
export function isOfDisk({ syscall }: NodeJS.ErrnoException): boolean {
  return syscall !== undefined
}

/** By the steady clock: until when a failure to read counts. */
export function failedUntil(error: NodeJS.ErrnoException): number {
  return isOfDisk(error) ? steadyClock() + UNREAD_FOR_MS : Number.POSITIVE_INFINITY
}

export function unreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'is gone from the artifacts folder: upload it again'
  return `cannot be read: ${error.message.slice(0, 200)}`
}
