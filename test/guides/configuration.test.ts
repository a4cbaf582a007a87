import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig, SETTING_NAMES } from '#platform/config/config.ts'

const TABLE = readFileSync(resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
const ROWS = [...TABLE.matchAll(/^\| `(SVC_[A-Z_]+)` \| (.+?) \| (.+) \|$/gm)].map(
  ([, name, standard, meaning]) => ({
    name: name!,
    standard: /^`(.*)`$/.exec(standard!)?.[1],
    bounds: /\b(\d+) to (\d+)\b/.exec(meaning!)?.slice(1).map(Number),
  }),
)

it('the table of settings names each setting once, in the order of the code', () => {
  expect(ROWS.map((row) => row.name)).toEqual(SETTING_NAMES)
})

it('the defaults in the table are the ones in force', () => {
  const documented = ROWS.filter((row) => row.standard !== undefined).map((row) => [row.name, row.standard])
  expect(documented.length).toBeGreaterThan(5)
  expect(readConfig(Object.fromEntries(documented))).toEqual(readConfig({}))
})

const BOUNDED = ROWS.flatMap(({ name, bounds }) => (bounds ? [[name, bounds[0]!, bounds[1]!] as const] : []))

it('whole numbers have their bounds in the table', () => {
  const numbers = ROWS.filter(({ standard }) => /^\d+$/.test(standard ?? '')).map(({ name }) => name)
  expect(BOUNDED.map(([name]) => name)).toEqual(numbers)
})

it.each(BOUNDED)('%s is taken from %i to %i', (name, least, most) => {
  for (const value of [least, most]) expect(() => readConfig({ [name]: String(value) })).not.toThrow()
  for (const value of [least - 1, most + 1]) {
    const whole = `${name} is "${value}". Use a whole number from ${least} to ${most}.`
    expect(() => readConfig({ [name]: String(value) })).toThrow(whole)
  }
})

it('an empty setting is as good as none', () => {
  expect(readConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, ' '])))).toEqual(readConfig({}))
})

it('a password is taken as it is given, other settings without spaces at their ends', () => {
  const owner = { SVC_OWNER_EMAIL: ' ada@example.com ', SVC_OWNER_PASSWORD: ' a long passphrase ' }
  expect(readConfig(owner).owner).toMatchObject({ email: 'ada@example.com', password: ' a long passphrase ' })
})
