import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '#contract/time.ts'
import type { GoesOn } from '#platform/background.ts'
import type { Clock } from '#platform/clock.ts'
import { slicesOf } from '#platform/slices.ts'
import { findPathProject } from '#storage/account/credentials.ts'
import type { Database } from '#storage/engine/database.ts'
import { findUsedContents } from '#storage/project/release-file.ts'
import { hasArtifact } from './artifact-store.ts'
import { CHUNK_FOLDER } from './chunk-store.ts'

export interface ArtifactSweepDeps {
  database: Pick<Database, 'queries' | 'serviceScope'>
  artifactsDir: string
  clock: Clock
}

/** Younger content may be an upload's whose record is still to come, on this node or another. */
const GRACE_MS = HOUR_MS
const PAGE = 500
const PROJECT_FOLDER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CONTENT = /^[0-9a-f]{64}$/
/** Content on its way out; `.upload-…` is what an upload left that was cut off. */
const REMOVED = /^\.removed-([0-9a-f]{64})-/
const UPLOAD = /^\.upload-/

/** Removes unreferenced content older than an hour, without a lock, during uploads and on several nodes:
 * moves it aside, then looks for a new record. If there is one, it moves back; if one comes later, that
 * upload finds its content gone and writes it again. */
export async function sweepArtifacts(deps: ArtifactSweepDeps, goesOn: GoesOn): Promise<void> {
  for (const entry of await listFolder(deps.artifactsDir)) {
    if (!entry.isDirectory()) continue
    if (entry.name.startsWith(CHUNK_FOLDER)) await sweepChunks(deps, entry.name)
    const owner = await ownerOf(deps, entry.name)
    if (owner === null) continue
    const folder = new SweptFolder(deps, entry.name, owner)
    if (!(await folder.sweep(goesOn))) return
  }
}

async function sweepChunks({ artifactsDir, clock }: ArtifactSweepDeps, folder: string): Promise<void> {
  const path = join(artifactsDir, folder)
  for (const { name } of await listFolder(path)) {
    const found = await stat(join(path, name)).catch(unlessMissing)
    if (found && found.mtimeMs < clock() - GRACE_MS) await rm(join(path, name), { force: true })
  }
  // Fails, and rightly so, for a folder that is not empty.
  await rmdir(path).catch(() => {})
}

interface FolderOwner {
  /** The project is deleted: nothing in its folder is used, and nothing comes. */
  isGone: boolean
  findUsed: (hashes: readonly string[]) => Promise<Set<string>>
}

/** The project a folder is named after; null if it is named otherwise, and so not ours. */
async function ownerOf({ database }: ArtifactSweepDeps, folder: string): Promise<FolderOwner | null> {
  if (!PROJECT_FOLDER.test(folder)) return null
  const project = await findPathProject(database.queries, { uid: folder })
  if (!project) return { isGone: true, findUsed: async () => new Set() }
  const scope = database.serviceScope(project)
  return { isGone: false, findUsed: (hashes) => findUsedContents(scope, project.projectId, hashes) }
}

interface Aside {
  sha256: string
  name: string
}

class SweptFolder {
  readonly #artifactsDir: string
  readonly #folder: string
  readonly #before: number
  readonly #owner: FolderOwner

  constructor({ artifactsDir, clock }: ArtifactSweepDeps, folder: string, owner: FolderOwner) {
    this.#artifactsDir = artifactsDir
    this.#folder = folder
    this.#before = clock() - GRACE_MS
    this.#owner = owner
  }

  /** @returns false when it ended early. */
  async sweep(goesOn: GoesOn): Promise<boolean> {
    const names = (await listFolder(this.#path())).filter((entry) => entry.isFile()).map(({ name }) => name)
    for (const some of slicesOf(names, PAGE)) {
      if (!(await goesOn())) return false
      await this.#sweepPage(some)
    }
    // Fails, and rightly so, for a folder that is not empty.
    if (this.#owner.isGone) await rmdir(this.#path()).catch(() => {})
    return true
  }

  async #sweepPage(names: readonly string[]): Promise<void> {
    for (const name of names) if (UPLOAD.test(name) && (await this.#isOld(name))) await this.#remove(name)
    const contents = names.filter((name) => CONTENT.test(name))
    const used = await this.#owner.findUsed(contents)
    const aside: Aside[] = []
    for (const name of names) {
      const sha256 = REMOVED.exec(name)?.[1]
      // Leftovers of an interrupted sweep; a younger one may belong to another node.
      if (sha256 !== undefined && (await this.#isOld(name))) aside.push({ sha256, name })
    }
    for (const sha256 of contents) {
      if (used.has(sha256) || !(await this.#isOld(sha256))) continue
      const name = `.removed-${sha256}-${randomUUID()}`
      if (await this.#move(sha256, name)) aside.push({ sha256, name })
    }
    await this.#settle(aside)
  }

  async #settle(aside: readonly Aside[]): Promise<void> {
    const used = await this.#owner.findUsed(aside.map(({ sha256 }) => sha256))
    for (const { sha256, name } of aside) {
      const isMissing = used.has(sha256) && !(await hasArtifact(this.#artifactsDir, this.#folder, sha256))
      if (isMissing) await this.#move(name, sha256)
      else await this.#remove(name)
    }
  }

  /** Content by when it was written; what was moved aside, or is half of an upload, by when that happened. */
  async #isOld(name: string): Promise<boolean> {
    const found = await stat(this.#path(name)).catch(unlessMissing)
    if (found === undefined) return false
    return (CONTENT.test(name) ? found.mtimeMs : found.ctimeMs) < this.#before
  }

  /** False if another node was faster. */
  async #move(from: string, to: string): Promise<boolean> {
    const moved = rename(this.#path(from), this.#path(to)).then(() => true)
    return (await moved.catch(unlessMissing)) ?? false
  }

  #remove(name: string): Promise<void> {
    return rm(this.#path(name), { force: true })
  }

  #path(name = ''): string {
    return join(this.#artifactsDir, this.#folder, name)
  }
}

async function listFolder(path: string): Promise<Dirent[]> {
  return (await readdir(path, { withFileTypes: true }).catch(unlessMissing)) ?? []
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
