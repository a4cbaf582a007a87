import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

interface LockedPackage {
  version: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
  hasInstallScript?: boolean
}

const ROOT = resolve(import.meta.dirname, '../..')
const lock: Record<string, LockedPackage> = JSON.parse(
  readFileSync(`${ROOT}/package-lock.json`, 'utf8'),
).packages
const denied: Record<string, boolean> = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')).allowScripts

/** The entry that `name` resolves to from the package at `from`, as Node looks for it. */
function resolved(from: string, name: string): LockedPackage | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const found = lock[`${base === '' ? '' : `${base}/`}node_modules/${name}`]
    if (found || base === '') return found
  }
}

it('the lock file knows every platform package, or npm ci refuses it where a registry lacks one', () => {
  const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && resolved(path, name)?.version !== version)
      .map(([name, version]) => `${path} needs ${name}@${version}`),
  )
  expect(missing).toEqual([])
})

it('no dependency runs a script at install', () => {
  const scripted = Object.entries(lock)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1)!)
  expect(scripted.filter((name) => denied[name] !== false)).toEqual([])
  // Its binding.gyp makes npm compile it although it brings its binaries along.
  expect(denied['better-sqlite3']).toBe(false)
})

it('every package is pinned by its content', () => {
  const unpinned = Object.entries(lock)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !/^sha512-/.test(integrity ?? ''))
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
  const advice =
    'npm would install these unchecked. Add to each entry of package-lock.json what ' +
    '`npm view NAME@VERSION dist.integrity` prints; where the registry lacks a platform package of that version, ' +
    'choose a version of the tool that has them all.'
  expect(unpinned, advice).toEqual([])
})

/** The SHA-256 for linux-x64 was compared with the binary that nodejs.org releases; see docs/decisions/0004. */
const runtime: { version: string; published: string; sha256: Record<string, string> } = JSON.parse(
  readFileSync(`${ROOT}/.ci/runtime.json`, 'utf8'),
)

it('the runtime is the recorded release on every platform', () => {
  const pinned = lock['']!.optionalDependencies ?? {}
  expect(
    Object.keys(runtime.sha256)
      .map((path) => path.split('/')[0])
      .sort(),
  ).toEqual(Object.keys(pinned).sort())
  expect(new Set(Object.values(pinned)), 'a new version needs new hashes and its date').toEqual(
    new Set([runtime.version]),
  )
  expect(Date.parse(runtime.published)).not.toBeNaN()
})

it('the installed runtime is the recorded one', () => {
  const installed = Object.entries(runtime.sha256).filter(([path]) =>
    existsSync(`${ROOT}/node_modules/${path}`),
  )
  for (const [path, recorded] of installed) {
    const found = hash('sha256', readFileSync(`${ROOT}/node_modules/${path}`))
    expect(found, `${path}: compare it with SHASUMS256.txt of nodejs.org, then record it`).toBe(recorded)
  }
})
