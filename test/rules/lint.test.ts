import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
const folder = mkdtempSync(join(tmpdir(), 'errata-lint-'))

beforeAll(() => {
  const { vcs, ...settings } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whether the lint rules of the project let this module pass. */
function passes(text: string): boolean {
  writeFileSync(join(folder, 'save.ts'), 'export async function save(): Promise<void> {}\n')
  writeFileSync(join(folder, 'module.ts'), `import { save } from './save.ts'\n\n${text}\n`)
  const { status, error } = spawnSync(process.execPath, [BIOME, 'lint', '.'], { cwd: folder })
  if (error) throw error
  return status === 0
}

test('lint notices a promise that nobody waits for, also one of another module', () => {
  expect(passes('save()')).toBe(false)
  expect(passes('await save()')).toBe(true)
  expect(passes('void save()')).toBe(true)
})
