import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

interface LockedPackage {
  version: string
  optionalDependencies?: Record<string, string>
  hasInstallScript?: boolean
}

const ROOT = resolve(import.meta.dirname, '..')
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
