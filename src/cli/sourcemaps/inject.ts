import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { counted } from '#contract/counted.ts'
import { withDebugId } from '#domain/symbols/inject-debug-id.ts'
import type { CommandContext } from '../command-context.ts'
import { readWords } from '../read-options.ts'
import { type BuildFile, filesWithMaps } from './find-files.ts'

/** `sourcemaps inject FOLDER`: what an upload does first, for those who upload after they deploy. */
export async function injectDebugIdsCommand({ args }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['dry-run', 'json'], ['the folder of a build'])
  const { 'dry-run': isDry = false, json = false } = options
  const injected = injectDebugIds(filesWithMaps(words[0]!), isDry)
  const text = `${counted(injected, 'script')} ${isDry ? 'would get' : 'got'} a debug ID.`
  process.stdout.write(`${json ? JSON.stringify({ injected }) : text}\n`)
}

/** Gives each script with a map a debug ID, in place, where it or its map has none. @returns how many got one */
export function injectDebugIds(files: readonly BuildFile[], isDry: boolean): number {
  const taken = new Set<string>()
  let count = 0
  for (const { path, mapPath, map } of files) {
    // A map that two scripts name can be moved for one of them only.
    if (map === null || (mapPath !== null && taken.has(mapPath))) continue
    if (mapPath === null && !map.startsWith('data:')) continue
    if (mapPath !== null) taken.add(mapPath)
    if (inject(path, mapPath, isDry)) count++
  }
  return count
}

function inject(path: string, mapPath: string | null, isDry: boolean): boolean {
  const before = { script: readFileSync(path, 'latin1'), map: mapPath && readFileSync(mapPath, 'latin1') }
  const after = withDebugId(before)
  if (after === null || (after.script === before.script && after.map === before.map)) return false
  if (isDry) return true
  const changed: [string, string][] = [[path, after.script]]
  if (mapPath !== null && after.map !== null) changed.push([mapPath, after.map])
  for (const [name, content] of changed) writeFileSync(`${name}.errata`, content, 'latin1')
  for (const [name] of changed) renameSync(`${name}.errata`, name)
  return true
}
