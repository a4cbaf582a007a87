import { globSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openJournalReader } from '#journal/open-journal.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { gzippedEnvelopeOf, sampleEvents } from '../support/sample/events.ts'
import { errata } from '../support/server/run-errata.ts'
import { type Service, startService } from '../support/server/service.ts'

const EVENTS = 30

interface Report {
  ok: boolean
  documents?: number
  skipped?: string[]
  differences: { check: string; subject: string; message: string }[]
}

describeOn(ENGINES, 'errata verify, beside the database after events that were really sent', (engine) => {
  let service: Service
  let databaseUrl: string | null
  let database: Database

  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    service = await startService({ databaseUrl })
    const client = await signedIn(service.url)
    const project = await client.createProject()
    const next = sampleEvents({ seed: 5, issues: 3 })
    for (let n = 0; n < EVENTS; n++) {
      const body = gzippedEnvelopeOf(next())
      const headers = { 'content-encoding': 'gzip' }
      await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', headers, body })
    }
    const { public_key, secret_key } = project.keys[0]!
    const file = new FormData()
    file.set('file', new Blob(['var a = 1']), 'app.js')
    const path = `/api/${project.id}/releases/1.0/files/?compat_key=${public_key}&compat_secret=${secret_key}`
    expect((await fetch(service.url + path, { method: 'POST', body: file })).status).toBe(201)
    await client.untilCounted(project.id, EVENTS)
    database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
  })
  afterAll(async () => {
    await database?.close()
    await service?.close()
  })

  async function verify(...options: string[]): Promise<Report & { code: number }> {
    const env = {
      SVC_DATA_DIR: service.dataDir,
      ...(databaseUrl !== null && { SVC_DATABASE_URL: databaseUrl }),
    }
    const { code, stdout, stderr } = await errata(['verify', '--json', ...options], env)
    if (stdout === '') throw new Error(stderr)
    return { code, ...(JSON.parse(stdout) as Report) }
  }
  const checks = ({ differences }: Report) => new Set(differences.map(({ check }) => check))
  const artifact = () =>
    globSync('artifacts/*/*', { cwd: service.dataDir }).map((name) => join(service.dataDir, name))[0]!

  test('all is well while the service runs, read in full', async () => {
    const report = await verify('--deep')
    expect(report).toMatchObject({ code: 0, ok: true, documents: EVENTS, differences: [] })
    if (engine.name === 'PostgreSQL') expect(report.skipped).toEqual([expect.stringContaining('amcheck')])
    else expect(report.skipped).toEqual([])
  })

  describe('the place where the pipeline continues', () => {
    let before: { lane: number; epoch: string; consumed_offset: number }[]
    beforeAll(async () => {
      await service.stop()
      before = await database.queries
        .selectFrom('consumer')
        .select(['lane', 'epoch', 'consumed_offset'])
        .execute()
    })
    const restore = async () => {
      for (const { lane, ...values } of before)
        await database.queries.updateTable('consumer').set(values).where('lane', '=', lane).execute()
    }

    test.each([
      ['at the first record again', { consumed_offset: 0 }, /begins after|are processed already/],
      ['one record back', 'back', /begins after|are processed already/],
      ['beyond the journal', { consumed_offset: 1_000_000 }, /the journal ends at/],
      ['in another journal', { epoch: 'another' }, /was fed from journal another/],
    ] as const)('%s', async (_, change, message) => {
      const query = database.queries.updateTable('consumer')
      if (change === 'back') {
        await query
          .set((eb) => ({ consumed_offset: eb('consumed_offset', '-', 1) }))
          .where('consumed_offset', '>', 0)
          .execute()
      } else await query.set(change).execute()
      const report = await verify()
      await restore()
      expect(report.code).toBe(1)
      expect([...checks(report)]).toEqual(['consumer.consumed_offset'])
      expect(report.differences[0]!.message).toMatch(message)
    })

    test('is well when it is put back, and was read from a journal with history', async () => {
      const reader = await openJournalReader({ dataDir: service.dataDir, databaseUrl })
      const positions = await reader.positions()
      await reader.close()
      expect(positions.reduce((sum, { lastOffset }) => sum + lastOffset, 0)).toBe(EVENTS)
      expect(await verify()).toMatchObject({ code: 0, differences: [] })
    })
  })

  test('a release file that is missing, cut short or changed', async () => {
    const file = artifact()
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.toString().replace('1', '2'))
    expect(await verify()).toMatchObject({ code: 0, differences: [] })
    const changed = await verify('--deep')
    truncateSync(file, 3)
    const short = await verify()
    rmSync(file)
    const missing = await verify()
    writeFileSync(file, bytes)
    for (const [report, message] of [
      [changed, 'differs from what was uploaded'],
      [short, '3 bytes instead of 9'],
      [missing, 'missing'],
    ] as const) {
      expect(report.differences).toEqual([
        expect.objectContaining({
          check: 'release_file.content',
          message: expect.stringContaining(message),
        }),
      ])
    }
  })
})
