import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig, SETTING_NAMES } from '#platform/config.ts'

const TABLE = readFileSync(resolve(import.meta.dirname, '../docs/configuration.md'), 'utf8')
const ROWS = [...TABLE.matchAll(/^\| `(SVC_[A-Z_]+)` \| (.+?) \| .+ \|$/gm)].map(([, name, standard]) => ({
  name: name!,
  standard: /^`(.*)`$/.exec(standard!)?.[1],
}))

it('the table of settings names each setting once, in the order of the code', () => {
  expect(ROWS.map((row) => row.name)).toEqual(SETTING_NAMES)
})

it('the defaults in the table are the ones in force', () => {
  const documented = ROWS.filter((row) => row.standard !== undefined).map((row) => [row.name, row.standard])
  expect(documented.length).toBeGreaterThan(5)
  expect(readConfig(Object.fromEntries(documented))).toEqual(readConfig({}))
})
