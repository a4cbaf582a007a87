import { describe, expect, it } from 'vitest'
import type { DsnKey } from '../../../api/wire.ts'
import { PLATFORMS, platformLabel, platformOf } from '../platforms.ts'
import { snippetFor } from './snippets.ts'

const DSN = 'https://0123456789abcdef@errors.example.com/7'
const KEY = { sdk_dsn: DSN, project_id: 'p', public_key: 'k' } as DsnKey

describe('the code that connects an application', () => {
  const offered = PLATFORMS.flatMap(({ frameworks = [], ...platform }) => [platform, ...frameworks])
  const sdks = offered.filter(({ value }) => value !== 'other')

  it.each(sdks)('of $label installs an SDK, has the DSN and sends a first error', ({ value }) => {
    const { install, code } = snippetFor(value, KEY)
    expect(install).toMatch(/sentry/i)
    expect(code).toContain(DSN)
    expect(code).toMatch(/first error/)
  })

  it('differs for each', () => {
    expect(new Set(sdks.map(({ value }) => snippetFor(value, KEY).code)).size).toBe(sdks.length)
  })

  it('is curl for what has none', () => {
    expect(snippetFor('other', KEY).code).toContain('https://errors.example.com/api/p/store/')
  })
})

it('a platform is found by a framework, and by the name that events have', () => {
  const found = ['python-celery', 'cocoa', 'react-native', 'javascript-react', 'perl'].map(platformOf)
  expect(found.map((platform) => platform?.label)).toEqual([
    'Python',
    'Apple',
    'React Native',
    'Browser',
    undefined,
  ])
  expect(['ruby-rails', 'php', 'python-celery'].map(platformLabel)).toEqual(['Rails', 'PHP', 'python-celery'])
})
