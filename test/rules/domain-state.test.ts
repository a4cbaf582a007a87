import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clockAndChance, moduleState } from '../support/rules/domain-state.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Verdicts on names of keys, which all events share; each is bounded where it stands. No others. */
const REMEMBERING: Record<string, readonly string[]> = {
  'scrub/pairs.ts': ['certainKeys'],
  'scrub/project-scrubber.ts': ['made'],
  'scrub/secret/keys.ts': ['verdicts'],
  'scrub/secret/treatment.ts': ['treatments'],
  'scrub/secret/vendor-tokens.ts': ['alphabets'],
  // How much one call has done, so that it ends.
  'scrub/work.ts': ['done'],
}

const FILES = globSync('src/domain/**/*.ts', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

describe('the domain', () => {
  it('remembers nothing between two calls, but for the memories that are named', () => {
    expect(FILES.length).toBeGreaterThan(50)
    const found = FILES.flatMap(({ path, text }) => moduleState(path, text).map((name) => `${path} ${name}`))
    const named = Object.entries(REMEMBERING).flatMap(([path, names]) =>
      names.map((name) => `src/domain/${path} ${name}`),
    )
    expect(found.sort()).toEqual(named.sort())
  })

  it('gets the time and what is random from its callers', () => {
    const found = FILES.flatMap(({ path, text }) =>
      clockAndChance(path, text).map((name) => `${path} ${name}`),
    )
    expect(found).toEqual([])
  })
})

describe('the rule notices', () => {
  it.each([
    ['let done = 0', ['done']],
    ['export let done = 0', ['done']],
    ['const cache = new Map(); function f(k) { cache.set(k, 1) }', ['cache']],
    ['const cache = new Map(); const f = (k) => cache.get(k)?.set(1)', []],
    ['const cache: Record<string, number> = {}; export function f(k) { cache[k] = 1 }', ['cache']],
    ['const seen = []; class A { add(x) { seen.push(x) } }', ['seen']],
    ['const counts = { a: 0 }; function f() { counts.a++; delete counts.a }', ['counts']],
    ['const PATTERN = /a/g; function f() { PATTERN.lastIndex = 0 }', []],
    ['const memory = new StackMemory(8)', ['memory']],
    ['const NAMES = new Set(["a"]); NAMES.add("b"); const f = (x) => NAMES.has(x)', []],
    ['const GROUPED = new Intl.NumberFormat("en")', []],
    ['function f() { const cache = new Map(); cache.set(1, 2); let n = 0; n++ }', []],
  ])('%s', (text, names) => {
    expect(moduleState('a.ts', text)).toEqual(names)
  })
  it.each([
    ['const f = () => new Date()', ['new Date()']],
    ['const f = () => Date()', ['Date()']],
    ['const f = (ms) => new Date(ms)', []],
    ["import { randomUUID } from 'node:crypto'", ['randomUUID']],
    ['const f = () => crypto.getRandomValues(x)', ['getRandomValues']],
    ["import { hash } from 'node:crypto'", []],
  ])('%s', (text, names) => {
    expect(clockAndChance('a.ts', text)).toEqual(names)
  })
})

describe('a table that text from outside looks something up in', () => {
  /** In an object, `constructor` and `__proto__` are found where nobody put them. */
  const objectTables = (text: string) =>
    [...text.matchAll(/^(?:export )?const (\w+): [^=\n]*Record<string, [^=\n]*=/gm)]
      .map(([, name]) => name!)
      .filter((name) => text.includes(`${name}[`))

  it('is a Map', () => {
    const folders = [
      'src/{domain,ingest,pipeline}',
      'web/src/{components,entities,format}',
      'web/src/screens/{issue,issues}',
    ]
    const files = globSync(
      folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: ROOT },
    )
    expect(files.length).toBeGreaterThan(300)
    const found = files
      .filter((path) => !path.includes('.test.'))
      .flatMap((path) =>
        objectTables(readFileSync(join(ROOT, path), 'utf8')).map((name) => `${path} ${name}`),
      )
    expect(found).toEqual([])
  })

  it('is noticed', () => {
    const table = 'const NAMES: Readonly<Record<string, string>> = {\n'
    expect(objectTables(`${table}}\nNAMES[sent]`)).toEqual(['NAMES'])
    expect(objectTables(`${table}}\nObject.entries(NAMES)`)).toEqual([])
  })
})
