import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const GUIDE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')

/** The tables of a `CREATE TABLE`, as far as a later statement does not give them another name. */
function tablesOf(pattern: string): string[] {
  const text = globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')
  const gone = [...text.matchAll(/(?:DROP TABLE(?: IF EXISTS)?|ALTER TABLE) (\w+)(?: RENAME TO|;)/g)]
  const made = [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+) ?\(/g)]
  const names = new Set(made.map((match) => match[1]!))
  for (const match of gone) names.delete(match[1]!)
  return [...names].sort()
}

it('docs/operations.md says of every table who removes its rows, and where it ends', () => {
  const [, part] = /^## What grows, and where it ends$(.*?)^## /ms.exec(GUIDE)!
  const rows = part!.split('\n').filter((line) => line.startsWith('| '))
  const named = new Set(
    rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)),
  )
  const tables = [
    ...tablesOf('src/storage/migrations/*.sql'),
    ...tablesOf('src/storage/**/*.ts'),
    ...tablesOf('src/journal/**/*.ts'),
  ]
  const bounds = rows.map((row) => row.split('|').at(-2)!)
  expect(
    bounds.filter((bound) => /\bnone in time\b|\bno bound\b|\*\*none/.test(bound) || bound.trim() === ''),
  ).toEqual([])
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter((table) => !named.has(table))).toEqual([])
})
