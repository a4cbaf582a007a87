import { on } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { OriginalPlace, Resolution, SymbolQuery } from '#domain/symbols/symbolication.ts'
import { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import { readConfig } from '#platform/config/config.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import type { SymbolReply, SymbolRequest } from '#symbols/messages.ts'
import { NO_TIME } from '#symbols/reading-time.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'

/** Each takes far longer to read than `LEFT_MS`, and that is far more than looking for it takes. */
const HEAVY_MAPS = 4
const HEAVY = `AAAA;${'AAAA,CAAC,'.repeat(190_000)}`
const LEFT_MS = 20

describe('the thread that reads maps', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-turns-'))
  const artifactsDir = join(dataDir, 'artifacts')
  let database: Database
  let project: SeedProject
  beforeAll(async () => {
    database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
    project = await seedProject(database, await seedOrg(database, 'Greedy'), 'shop')
    const limits = readConfig({}).releaseFiles
    const files = new ReleaseFileStore({ database, artifactsDir, clock: Date.now, limits })
    for (let n = 0; n < HEAVY_MAPS; n++) {
      const map = { version: 3, file: `${n}.js`, sources: ['a.ts'], names: [], mappings: HEAVY }
      const named = { name: `~/${n}.js.map`, bytes: Buffer.from(JSON.stringify(map)) }
      await files.store({ key: project, isPublic: false }, '1', { ...named, dist: '', debugId: null })
    }
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function startThread(): Promise<Worker> {
    const workerData = { dataDir, databaseUrl: null, artifactsDir }
    const thread = new Worker(new URL(import.meta.resolve('#symbols/symbol-thread.ts')), { workerData })
    onTestFinished(async () => void (await thread.terminate()))
    await replyOf(thread, 'ready')
    return thread
  }

  function queryOf(maps: number[]): SymbolQuery {
    const { orgId, projectId } = project
    const places = maps.map((n) => ({
      ...{ path: `https://shop.example.com/${n}.js`, line: 1, column: 1, debugId: null, name: null },
    }))
    const nothing = { mappings: [], stacks: [], sources: { bundles: [], places: [] } }
    return { orgId, projectId, release: '1', dist: '', places, ...nothing }
  }

  it('reads nothing more for an organization whose time is used up, and keeps what it read', async () => {
    const thread = await startThread()
    const all = queryOf([0, 1, 2, 3])
    const answerTo = async (queries: SymbolQuery[], leftMs: number) => {
      thread.postMessage({ queries, avoid: [], leftMs } satisfies SymbolRequest)
      const { answers, spentMs } = await replyOf(thread, 'answer')
      return { spentMs, texts: answers.map(({ places }) => places.map(textOf)) }
    }
    const left = 'is not read now: others of its organization took too much time.'
    await answerTo([queryOf([9])], 60_000)
    const first = await answerTo([all, queryOf([0])], LEFT_MS)
    expect(first.texts).toEqual([
      [
        'a.ts',
        `Source map ~/1.js.map ${left}`,
        `Source map ~/2.js.map ${left}`,
        `Source map ~/3.js.map ${left}`,
      ],
      [NO_TIME],
    ])
    expect(first.spentMs).toBeGreaterThan(LEFT_MS)
    const known = await answerTo([queryOf([0, 0])], LEFT_MS)
    expect(known.texts).toEqual([['a.ts', 'a.ts']])
    const whole = await answerTo([all], 60_000)
    expect(whole.texts).toEqual([['a.ts', 'a.ts', 'a.ts', 'a.ts']])
    thread.postMessage('close')
  })

  it('tells of each file before it reads it, and of each event that took long', async () => {
    const thread = await startThread()
    const told: (string | null)[] = []
    thread.on('message', (reply: SymbolReply) => reply.kind === 'reading' && told.push(reply.map))
    thread.postMessage({ queries: [queryOf([0, 1]), queryOf([1])], avoid: [], leftMs: 60_000 })
    await replyOf(thread, 'answer')
    const file = expect.stringMatching(`^${project.projectUid}/`)
    expect(told.slice(0, 3)).toEqual([file, file, null])
    thread.postMessage('close')
  })
})

function textOf(place: Resolution<OriginalPlace>): string {
  return place.status === 'resolved' ? place.original.file : place.message
}

async function replyOf<Kind extends SymbolReply['kind']>(thread: Worker, kind: Kind) {
  for await (const [reply] of on(thread, 'message') as AsyncIterable<[SymbolReply]>)
    if (reply.kind === kind) return reply as Extract<SymbolReply, { kind: Kind }>
  throw new Error('the thread ended')
}
