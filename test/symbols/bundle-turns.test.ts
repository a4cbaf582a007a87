import { hash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ServiceError } from '#contract/errors.ts'
import { BundleIntake } from '#ingest/release-file/bundle-intake.ts'
import type { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { zipFile } from '../support/symbols/zip-file.ts'

const artifactsDir = mkdtempSync(join(tmpdir(), 'errata-turns-'))
afterAll(() => rmSync(artifactsDir, { recursive: true, force: true }))

test('bundles of one organization wait for each other, and those of another do not wait for them', async () => {
  const [busy, other] = [randomUUID(), randomUUID()]
  const free = Promise.withResolvers<void>()
  const stored: string[] = []
  const store = async ({ key }: { key: { orgUid: string } }) => {
    stored.push(key.orgUid)
    if (key.orgUid === busy) await free.promise
  }
  const bundles = new BundleIntake({ artifactsDir, store } as unknown as ReleaseFileStore)
  const files = { 'a.js': { type: 'minified_source', url: '~/a.js' } }
  let made = 0
  let refused = 0
  async function assemble(orgUid: string): Promise<string> {
    const content = zipFile([
      { name: 'manifest.json', content: JSON.stringify({ files }) },
      { name: 'a.js', content: `${made++}` },
    ])
    const sha1 = hash('sha1', content)
    await bundles.chunks.store(orgUid, form([{ name: 'file', fileName: sha1, content }]), BOUNDARY)
    const project = { orgId: 1, orgUid, projectId: 1, projectUid: randomUUID() }
    const request = { orgUid, checksum: sha1, chunks: [sha1], projects: [project], version: '1', dist: '' }
    return bundles.assembleBundle(request).then(
      ({ state }) => state,
      (error: ServiceError) => {
        refused++
        return error.code
      },
    )
  }
  const all = Array.from({ length: 55 }, () => assemble(busy))
  await expect.poll(() => stored.length).toBe(1)
  await expect.poll(() => refused).toBe(34)
  expect(await assemble(other)).toBe('ok')
  expect(stored).toEqual([busy, other])
  free.resolve()
  const states = await Promise.all(all)
  expect(states.filter((state) => state === 'ok')).toHaveLength(21)
})
