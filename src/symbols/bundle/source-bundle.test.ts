import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SourceBundleFile } from '../../../test/support/symbols/source-bundle.ts'
import { SourceBundle } from './source-bundle.ts'

it('weighs what it takes of the memory: files with their names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bytesOf = async (url: string) => {
    const path = join(folder, 'bundle.zip')
    writeFileSync(path, new SourceBundleFile([{ url, content: 'pay()' }]).bytes)
    return (await SourceBundle.open(path)).bytes
  }
  const short = await bytesOf('~/a.jvm')
  expect(short).toBeGreaterThan(1000)
  expect(await bytesOf(`~/${'x'.repeat(1_000_000)}.jvm`)).toBeGreaterThan(short + 999_000)
})
