import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { debugIdIn, isMapName, sourceMapReference } from '#domain/symbols/file-marks.ts'

export interface BuildFile {
  path: string
  /** Below the folder, with slashes. */
  name: string
  isMap: boolean
  debugId: string | null
  /** Of a script: the map as it is referred to; null if it has none. */
  map: string | null
  /** Why a script has no map; null if it has one. */
  problem: string | null
}

const SCRIPT = /\.(?:[cm]?js|jsbundle|bundle)$/i
const MAP = /\.(?:[cm]?js|jsbundle|bundle)\.map$/i
const SKIPPED = 'node_modules'

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
  if (isMap) return { ...file, map: null, problem: null }
  return { ...file, ...mapOf(name, sourceMapReference(bytes.toString('latin1')), present) }
}

/** The map that a script names, or the one beside it by name. */
function mapOf(
  name: string,
  reference: string | undefined,
  present: ReadonlySet<string>,
): Pick<BuildFile, 'map' | 'problem'> {
  if (reference === undefined) {
    if (present.has(`${name}.map`)) return { map: `${posix.basename(name)}.map`, problem: null }
    return { map: null, problem: 'it names no source map, and none is beside it' }
  }
  if (reference.startsWith('data:')) return { map: reference, problem: null }
  if (/^[a-z]+:\/\//i.test(reference)) return { map: reference, problem: null }
  const target = posix.join(posix.dirname(name), decoded(reference))
  if (present.has(target)) return { map: reference, problem: null }
  return { map: null, problem: `its source map ${reference} is not in the folder` }
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}
