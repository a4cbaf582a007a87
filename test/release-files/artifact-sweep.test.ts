import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { sweepArtifacts } from '#ingest/release-file/sweep-artifacts.ts'
import { putReleaseFile } from '#storage/project/release-file.ts'
import { deleteReleaseFiles } from '#storage/project/release-file-deletion.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Overlap } from '../support/database/overlap.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const HOUR_MS = 3_600_000
/** Sweeps that began or ended while a file was uploaded. */
const MEETINGS = 100
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

describeOn(ENGINES, 'content that no release file has', (engine) => {
  let key: TestKey
  const server = ofSuite(() => startIngestServer({ engine }))
  beforeAll(async () => {
    key = await server.newKey()
  })

  const folder = () => join(server.artifactsDir, key.project.projectUid)
  function upload(name: string, content: string) {
    return sendRaw(server.url, {
      path: `/api/${key.project.projectUid}/releases/1.0/files/?compat_key=${key.publicKey}&compat_secret=${key.secret}`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: form([{ name: 'file', fileName: name, content }]),
    })
  }
  function age(path: string): void {
    const then = (Date.now() - 2 * HOUR_MS) / 1000
    utimesSync(path, then, then)
  }
  function leave(name: string, content: string, isOld = true): string {
    mkdirSync(folder(), { recursive: true })
    const path = join(folder(), name)
    writeFileSync(path, content)
    if (isOld) age(path)
    return path
  }
  type Database = Parameters<typeof sweepArtifacts>[0]['database']
  function sweep(database: Database = server.database, now = Date.now()): Promise<void> {
    const { artifactsDir } = server
    return sweepArtifacts({ database, artifactsDir, clock: () => now }, async () => true)
  }

  it('goes when it is older than an hour; what is used, young or not ours stays', async () => {
    await upload('kept.js', 'kept')
    age(join(folder(), sha256('kept')))
    const unused = leave(sha256('unused'), 'unused')
    const young = leave(sha256('young'), 'young', false)
    const cutOff = leave(`.upload-${randomUUID()}`, 'half')
    const readme = leave('README', 'not ours')
    const elsewhere = join(server.artifactsDir, 'backup')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, sha256('x')), 'x')
    age(join(elsewhere, sha256('x')))
    await sweep()
    expect(existsSync(unused)).toBe(false)
    expect(readFileSync(join(folder(), sha256('kept')), 'utf8')).toBe('kept')
    expect([young, cutOff, readme, join(elsewhere, sha256('x'))].every((path) => existsSync(path))).toBe(true)
    await sweep(server.database, Date.now() + 2 * HOUR_MS)
    expect([young, cutOff].filter((path) => existsSync(path))).toEqual([])
    expect(readdirSync(folder()).sort()).toEqual([sha256('kept'), 'README'].sort())
  })

  it('goes with a project that was deleted, the folder too', async () => {
    const gone = join(server.artifactsDir, randomUUID())
    mkdirSync(gone)
    const path = join(gone, sha256('x'))
    writeFileSync(path, 'x')
    age(path)
    await sweep()
    await sweep()
    expect(existsSync(gone)).toBe(false)
  })

  it('comes back where its record was committed after the first look', async () => {
    const path = leave(sha256('late'), 'late')
    let isCommitted = false
    const commitOnce: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isCommitted) {
          isCommitted = true
          await server.database.inOrg(key.project, (tx) =>
            putReleaseFile(tx, lateFile(), { existing: null, displaced: null }),
          )
        }
        return result
      },
    }
    await sweep({
      queries: server.database.queries,
      serviceScope: (org) => {
        const scope = server.database.serviceScope(org)
        return { ...scope, db: scope.db.withPlugin(commitOnce) }
      },
    })
    expect(isCommitted).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('late')
  })

  function lateFile() {
    return {
      id: randomUUID(),
      projectId: key.project.projectId,
      version: '1.0',
      name: 'late.js',
      dist: '',
      sizeBytes: 4,
      sha256: sha256('late'),
      isPublic: false,
      createdAt: Date.now(),
      debugId: null,
      sourceMap: null,
    }
  }

  it('is put back where a sweep was cut off between its two looks', async () => {
    await upload('cut.js', 'cut')
    const path = join(folder(), sha256('cut'))
    const aside = join(folder(), `.removed-${sha256('cut')}-${randomUUID()}`)
    renameSync(path, aside)
    await sweep()
    expect(existsSync(aside)).toBe(true)
    await sweep(server.database, Date.now() + 2 * HOUR_MS)
    expect(readFileSync(path, 'utf8')).toBe('cut')
    expect(readdirSync(folder()).filter((name) => name.startsWith('.removed-'))).toEqual([])
  })

  it('is never lost while the same content is uploaded, deleted and swept at once', async () => {
    const contents = ['a', 'b', 'c']
    const scope = () => server.database.scope(key.project)
    const overlap = new Overlap()
    const deadline = Date.now() + DEADLINE_MS
    const goesOn = () => overlap.count('sweep', 'upload') < MEETINGS && Date.now() < deadline
    const always = async () => {
      // Whatever is uploaded is old at once: only the order of steps protects it.
      while (goesOn()) {
        for (const content of contents) {
          const path = join(folder(), sha256(content))
          if (existsSync(path)) age(path)
        }
        await overlap.run('sweep', () => sweep())
      }
    }
    const uploads = async (name: string) => {
      while (goesOn()) {
        for (const content of contents) {
          const sent = () => upload(`${name}-${content}`, content)
          expect((await overlap.run('upload', sent)).status).toBe(201)
        }
        const { projectId } = key.project
        await server.database.inOrg(scope(), (tx) => deleteReleaseFiles(tx, projectId, '1.0'))
      }
      for (const content of contents) {
        expect((await upload(`${name}-${content}`, content)).status).toBe(201)
      }
    }
    await Promise.all([always(), uploads('x'), uploads('y')])
    expect(overlap.count('sweep', 'upload')).toBeGreaterThanOrEqual(MEETINGS)
    await sweep()
    for (const content of contents) {
      expect(readFileSync(join(folder(), sha256(content)), 'utf8')).toBe(content)
    }
  })
})
