import { globSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const files = globSync(['{src,web/src,test,docs,scripts,bench}/**/*'], {
  cwd: ROOT,
  exclude: (path) => path.endsWith('node_modules'),
})
/** The screen that CONTRIBUTING.md shows how to add. */
const EXAMPLE = 'web/src/screens/settings/exports/'
const page = readFileSync(`${ROOT}/ARCHITECTURE.md`, 'utf8')

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (name) => {
  it('names files and folders that exist', () => {
    expect(missingPaths(readFileSync(`${ROOT}/${name}`, 'utf8'))).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  it.each([
    'src',
    'src/domain',
    'src/storage',
    'src/actions',
    'src/http',
    'src/journal',
    'src/ingest',
    'src/pipeline',
    'web/src',
  ])('has every folder of %s', (parent) => {
    const folders = readdirSync(`${ROOT}/${parent}`, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    expect(folders.length).toBeGreaterThan(1)
    expect(folders.map(({ name }) => name).filter((name) => !isNamed(name, parent))).toEqual([])
  })
})

it('a path that does not exist is noticed', () => {
  expect(missingPaths('`src/nowhere/x.ts`, `lane/nothing.ts`, `lane/leases.ts`, `src/nowhere`')).toEqual([
    'src/nowhere/x.ts',
    'lane/nothing.ts',
    'src/nowhere',
  ])
})

/** Styles are not code. */
function isNamed(folder: string, parent: string): boolean {
  return folder === 'styles' || page.includes(`\`${folder}\``) || page.includes(`\`${parent}/${folder}\``)
}

/** Files by the end of their path, folders by all of it. */
function missingPaths(text: string): string[] {
  const paths = [...text.matchAll(/`([\w./-]+)`/g)].map(([, path]) => path!)
  return paths.filter((path) => {
    if (path === EXAMPLE) return false
    if (/\.(ts|tsx|mjs|cjs|sql)$/.test(path)) return !files.some((file) => `/${file}`.endsWith(`/${path}`))
    if (path === 'test/') return false
    return /^(src|web\/src|test|docs|scripts|bench)\//.test(path) && !files.includes(path.replace(/\/$/, ''))
  })
}
