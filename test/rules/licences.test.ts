import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSourceFile } from '../support/rules/source-file.ts'

interface LockedPackage {
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const ROOT = resolve(import.meta.dirname, '../..')
const lock: Record<string, LockedPackage> = JSON.parse(
  readFileSync(`${ROOT}/package-lock.json`, 'utf8'),
).packages

/** They ask for no more than to be named. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]

/** Whether an SPDX expression can be met with the allowed licences. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replace(/[()]/g, '').split(/\s+OR\s+/)
  return alternatives.some((all) => all.split(/\s+AND\s+/).every((one) => ALLOWED.includes(one)))
}

/** What a package says of itself if it is installed; the lock file's copy for other platforms' packages. */
function licenceOf(path: string): string {
  const manifest = `${ROOT}/${path}/package.json`
  if (!existsSync(manifest)) return lock[path]?.license ?? 'none'
  const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown }
  return typeof license === 'string' ? license : 'none'
}

function problemsOf(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => !isAllowed(licenceOf(path))).map((path) => `${path}: ${licenceOf(path)}`)
}

/** Where `name` is found from the package at `from`, as Node looks for it. */
function placeOf(from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const place = `${base === '' ? '' : `${base}/`}node_modules/${name}`
    if (lock[place]) return place
    if (base === '') return undefined
  }
}

/** These packages and all that they need. */
function withDependencies(names: Iterable<string>): Set<string> {
  const places = new Set<string>()
  const visit = (from: string, name: string): void => {
    const place = placeOf(from, name)
    if (place === undefined || places.has(place)) return
    places.add(place)
    const { dependencies, optionalDependencies, peerDependencies } = lock[place]!
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      visit(place, next)
    }
  }
  for (const name of names) visit('', name)
  return places
}

/** Packages that the dashboard imports: they are development dependencies, and are shipped in its files. */
function importedByTheDashboard(): Set<string> {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !/\.test\.tsx?$/.test(path))
  const names = files.flatMap((path) =>
    parseSourceFile(path, readFileSync(`${ROOT}/${path}`, 'utf8'))
      .imports.filter((specifier) => !/^[.#]|^node:/.test(specifier))
      .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')),
  )
  return new Set(names)
}

describe('licences', () => {
  it('of every package that production installs, for whatever platform, are allowed', () => {
    const installed = Object.keys(lock).filter((path) => {
      const { dev, devOptional } = lock[path]!
      return path !== '' && !dev && !devOptional
    })
    expect(installed.length).toBeGreaterThan(50)
    expect(problemsOf(installed)).toEqual([])
  })

  it('of what the dashboard is built from are allowed', () => {
    const names = importedByTheDashboard()
    expect(names).toContain('react')
    expect(problemsOf(withDependencies(names))).toEqual([])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(Apache-2.0 AND MIT)', true],
    ['(MIT AND AGPL-3.0-only)', false],
    ['GPL-2.0-or-later', false],
    ['FSL-1.1-MIT', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['none', false],
  ])('%s: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed)
  })
})
