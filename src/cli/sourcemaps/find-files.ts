import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { debugIdIn, isMapName, sourceMapReference } from '#domain/symbols/file-marks.ts'
import { UsageError } from '../command-context.ts'

export interface BuildFile {
  path: string
  /** Below the folder, with slashes. */
  name: string
  isMap: boolean
  debugId: string | null
  /** Of a script: the map as it is referred to; null if it has none. */
  map: string | null
  /** Of a script: the file of its map; null if it has none of its own. */
  mapPath: string | null
  /** Why a script has no map; null if it has one. */
  problem: string | null
}

const SCRIPT = /\.(?:[cm]?js|jsbundle|bundle)$/i
const MAP = /\.(?:[cm]?js|jsbundle|bundle)\.map$/i
const SKIPPED = 'node_modules'

/** The scripts and maps of a folder. @throws UsageError if there is no map, or a file is too large */
export function filesWithMaps(folder: string): BuildFile[] {
  const path = resolve(folder)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${path} is not a folder. Give the one that the build wrote.`)
  const files = findBuildFiles(path)
  if (!files.some(({ isMap, map }) => isMap || map !== null)) {
    throw new UsageError(
      `${path} has no source maps. Turn them on in the bundler (“sourcemap: true”), and build again.`,
    )
  }
  const large = files.find((file) => statSync(file.path).size > UPLOAD_LIMITS.fileBytes)
  if (large) throw new UsageError(`${large.name} is larger than 32 MB. Split it in the bundler.`)
  return files
}

/** The scripts and maps below a folder, by name; links and packages are left out. */
export function findBuildFiles(folder: string): BuildFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && (SCRIPT.test(entry.name) || MAP.test(entry.name)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.split('/').includes(SKIPPED))
    .sort()
  const present = new Set(names)
  return names.map((name) => readBuildFile(folder, name, present))
}

function readBuildFile(folder: string, name: string, present: ReadonlySet<string>): BuildFile {
  const path = join(folder, name)
  const bytes = readFileSync(path)
  const isMap = isMapName(name)
  const file = { path, name, isMap, debugId: debugIdIn(bytes, isMap) }
  if (isMap) return { ...file, map: null, mapPath: null, problem: null }
  const { target, ...found } = mapOf(name, sourceMapReference(bytes.toString('latin1')), present)
  return { ...file, ...found, mapPath: target === undefined ? null : join(folder, target) }
}

interface NamedMap {
  map: string | null
  problem: string | null
  /** The file of the map, below the folder. */
  target?: string
}

/** The map that a script names, or the one beside it by name. */
function mapOf(name: string, reference: string | undefined, present: ReadonlySet<string>): NamedMap {
  if (reference === undefined) {
    const target = `${name}.map`
    if (present.has(target)) return { map: posix.basename(target), problem: null, target }
    return { map: null, problem: 'it names no source map, and none is beside it' }
  }
  if (reference.startsWith('data:') || /^[a-z]+:\/\//i.test(reference))
    return { map: reference, problem: null }
  const target = posix.join(posix.dirname(name), decoded(reference))
  if (present.has(target)) return { map: reference, problem: null, target }
  return { map: null, problem: `its source map ${reference} is not in the folder` }
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
