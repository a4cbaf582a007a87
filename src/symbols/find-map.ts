import { inlineMap, isMapName, sourceMapReference } from '#domain/symbols/file-marks.ts'
import { mapNamesBeside, resolveReference, scriptNames } from '#domain/symbols/file-names.ts'
import type { CodePlace } from '#domain/symbols/symbolication.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findFilesByDebugId, findFilesByName, type SymbolFile } from '#storage/project/symbol-file.ts'

export interface FoundMap {
  by: 'debug_id' | 'name'
  file: SymbolFile
  isInline: boolean
  script: SymbolFile | null
}

export interface MapSearch {
  scope: OrgScope
  projectId: number
  release: string
  dist: string
  /** @throws Error, with what happened to the file */
  readText(file: SymbolFile): Promise<string>
}

export interface MissingMap {
  missing: string
}

/** By debug ID, else where the script says its map is in the release, else `<name>.map` beside it. */
export async function findMap(
  search: MapSearch,
  { path, debugId }: Pick<CodePlace, 'path' | 'debugId'>,
): Promise<FoundMap | MissingMap> {
  const ofId = debugId === null ? null : await findByDebugId(search, debugId)
  if (ofId !== null) return ofId
  const missing = debugId === null ? [] : [`No uploaded file has the script's debug ID ${debugId}.`]
  if (search.release === '') {
    const rest = debugId === null ? 'The event has no release, and the script has no debug ID.' : ''
    return { missing: [...missing, rest].filter(Boolean).join(' ') }
  }
  const found = await findByName(search, path)
  return 'missing' in found ? { missing: [...missing, found.missing].join(' ') } : found
}

async function findByDebugId(search: MapSearch, debugId: string): Promise<FoundMap | null> {
  const files = await findFilesByDebugId(search.scope, search.projectId, debugId)
  const map = files.find(({ name }) => isMapName(name))
  const script = files.find(({ name }) => !isMapName(name))
  if (map) return { by: 'debug_id', file: map, isInline: false, script: script ?? null }
  const isInline = script !== undefined && (await referenceOf(search, script)).reference?.startsWith('data:')
  return isInline ? { by: 'debug_id', file: script, isInline: true, script } : null
}

async function findByName(search: MapSearch, path: string): Promise<FoundMap | MissingMap> {
  const names = scriptNames(path)
  const mapNames = mapNamesBeside(names)
  const files = await named(search, [...names, ...mapNames])
  const script = best(files, names)
  const { reference, problem }: Reference = script ? await referenceOf(search, script) : {}
  if (script && reference !== undefined) {
    if (reference.startsWith('data:')) return { by: 'name', file: script, isInline: true, script }
    const target = resolveReference(path, reference)
    const targets = target === undefined ? [] : scriptNames(target)
    const map = best(await named(search, targets), targets)
    if (map) return { by: 'name', file: map, isInline: false, script }
  }
  const beside = best(files, mapNames)
  if (beside) return { by: 'name', file: beside, isInline: false, script: script ?? null }
  return { missing: missingName(search, script, { names, reference, problem }) }
}

function missingName(
  { release, dist }: MapSearch,
  script: SymbolFile | undefined,
  { names, reference, problem }: Reference & { names: readonly string[] },
): string {
  const where = `Release ${release}${dist === '' ? '' : `, dist ${dist},`}`
  const wanted = `${names.find((name) => name.startsWith('~/')) ?? names[0] ?? 'the script'}.map`
  if (!script) return `${where} has neither ${wanted} nor the script itself.`
  if (problem !== undefined) return `${where} has no ${wanted}, and ${script.name} ${problem}.`
  if (reference === undefined)
    return `${where} has ${script.name}, which has no source map reference, and no ${wanted}.`
  return `${where} has ${script.name}, whose source map ${reference.slice(0, 200)} was not uploaded.`
}

/** Where a script says its map is, or why it could not be asked. */
interface Reference {
  reference?: string | undefined
  problem?: string | undefined
}

async function referenceOf(search: MapSearch, script: SymbolFile): Promise<Reference> {
  if (script.sourceMap !== null) return { reference: script.sourceMap }
  try {
    return { reference: sourceMapReference(await search.readText(script)) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

function named({ scope, projectId, release, dist }: MapSearch, names: readonly string[]) {
  return findFilesByName(scope, { projectId, version: release, names, dist })
}

function best(files: readonly SymbolFile[], names: readonly string[]): SymbolFile | undefined {
  for (const name of names) {
    const same = files.filter((file) => file.name === name)
    if (same.length > 0) return same.find(({ dist }) => dist !== '') ?? same[0]
  }
  return undefined
}

/** The JSON of a map that was found, from the content of its file. @throws Error for an inline map that is none */
export function mapJson({ isInline }: FoundMap, content: string): string {
  if (!isInline) return content
  const json = inlineMap(sourceMapReference(content) ?? '')
  if (json === undefined) throw new Error('the data: URL in the script holds no source map')
  return json
}
