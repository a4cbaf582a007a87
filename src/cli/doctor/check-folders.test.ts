import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { checkFolders } from './check-folders.ts'

describe('checkFolders', () => {
  let base: string
  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'errata-folders-'))
    mkdirSync(join(base, 'errata'))
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  const checked = (artifacts: string) => {
    const env = { SVC_DATA_DIR: join(base, 'errata'), SVC_ARTIFACTS_DIR: join(base, artifacts) }
    return new Set(checkFolders(readConfig(env)).map(({ check }) => check))
  }

  it('says nothing of an artifacts folder that the first start makes in the data folder', () => {
    expect(checked('errata/artifacts')).toEqual(new Set(['data folder']))
  })

  it('looks at one beside the data folder, also if its name begins alike', () => {
    expect(checked('errata-artifacts')).toEqual(new Set(['data folder', 'artifacts']))
  })
})
