import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const OWN_LIMIT = /\b(?:max|maxLength)=\{\d[\d_]*\}/g
/** What is typed there is read by the dashboard and never sent. */
const NOT_SENT = ['web/src/screens/issue/grouping/grouping-panel.tsx: maxLength={500}']

test('fields of the dashboard take as much as the API does: their limits are those of the contract', () => {
  const paths = globSync('web/src/**/*.tsx', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  const own = paths.flatMap((path) =>
    [...readFileSync(resolve(ROOT, path), 'utf8').matchAll(OWN_LIMIT)].map(([limit]) => `${path}: ${limit}`),
  )
  expect(own).toEqual(NOT_SENT)
})
