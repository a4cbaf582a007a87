import { hash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import { readConfig } from '#platform/config/config.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { SymbolLibrary } from '#symbols/symbol-library.ts'
import { Symbolicator } from '#symbols/symbolicator.ts'
import { seedOrg, seedProject } from '../support/database/seed.ts'
import { sourceMap } from '../support/symbols/source-map.ts'

const readsAll = () => null

function manyClasses(count: number): string {
  return Array.from({ length: count }, (_, n) => `c${n} -> b${n}:\n`).join('')
}

describe('maps', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-maps-'))
  const artifactsDir = join(dataDir, 'artifacts')
  let database: Database
  let key: { orgId: number; orgUid: string; projectId: number; projectUid: string }
  beforeAll(async () => {
    database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
    key = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  interface Upload {
    dist?: string
    isPublic?: boolean
  }
  async function store(
    name: string,
    content: string,
    owner = key,
    { debugId = null, dist = '', isPublic = false }: Upload & { debugId?: string | null } = {},
  ): Promise<void> {
    const store = new ReleaseFileStore({
      ...{ database, artifactsDir, clock: Date.now },
      limits: readConfig({}).releaseFiles,
    })
    await store.store({ key: owner, isPublic }, '1', {
      name,
      dist,
      bytes: Buffer.from(content),
      debugId,
    })
  }
  function query(name: string, column = 1) {
    const place = { path: `https://shop.example.com/${name}`, line: 1, column, debugId: null, name: null }
    return {
      orgId: key.orgId,
      projectId: key.projectId,
      release: '1',
      dist: '',
      places: [place],
      mappings: [],
      stacks: [],
      sources: { bundles: [], places: [] },
    }
  }

  it('of 3 MB are read once for a thousand events', async () => {
    const tokens = Array.from({ length: 1000 }, (_, n) => ({
      column: n * 10,
      line: n,
      sourceColumn: 0,
      name: `n${n}`,
    }))
    const content = Array.from({ length: 1000 }, (_, n) => `line ${n} ${randomUUID().repeat(80)}`).join('\n')
    await store('~/large.js.map', JSON.stringify(sourceMap({ source: 'src/large.ts', content, tokens })))
    const read: string[] = []
    const library = new SymbolLibrary({ database, artifactsDir, onReading: (map) => read.push(map) })
    for (let n = 0; n < 1000; n++) {
      const [resolution] = (await library.resolve(query('large.js', n * 10 + 1), readsAll)).places
      expect(resolution).toMatchObject({ status: 'resolved', original: { line: n + 1, name: `n${n}` } })
    }
    expect(read).toHaveLength(1)
  })

  it('with control characters of their sources are read, which JSON forbids', async () => {
    const tokens = [{ column: 0, line: 1, sourceColumn: 0, name: 'pay' }]
    const map = sourceMap({ source: 'src/pay.ts', content: '/** either \u0014 or */\npay()', tokens })
    await store('~/control.js.map', JSON.stringify(map).replace('\\u0014', '\u0014'))
    const library = new SymbolLibrary({ database, artifactsDir, onReading: () => {} })
    const [resolution] = (await library.resolve(query('control.js'), readsAll)).places
    expect(resolution).toMatchObject({
      status: 'resolved',
      original: { line: 2, context: { line: 'pay()' } },
    })
  })

  it('of the public key never stand in for those of a secret key', async () => {
    const mapOf = (name: string) => {
      const tokens = [{ column: 0, line: 0, sourceColumn: 0, name }]
      return JSON.stringify(sourceMap({ source: 'src/pay.ts', content: 'pay()', tokens }))
    }
    const inline = `data:application/json;base64,${Buffer.from(mapOf('ours')).toString('base64')}`
    const debugId = randomUUID()
    await store('~/shop.js.map', mapOf('ours'))
    await store('~/built.js', `pay()\n//# sourceMappingURL=${inline}`, key, { debugId })
    const isPublic = true
    await store('~/shop.js.map', mapOf('theirs'), key, { isPublic, dist: '7' })
    await store('~/shop.js', 'pay()\n//# sourceMappingURL=other.map', key, { isPublic })
    await store('~/other.map', mapOf('theirs'), key, { isPublic })
    await store('~/built.js.map', mapOf('theirs'), key, { isPublic, debugId })
    await store('~/only.js.map', mapOf('theirs'), key, { isPublic })
    const library = new SymbolLibrary({ database, artifactsDir, onReading: () => {} })
    const [place] = query('built.js').places
    const built = { ...query(''), places: [{ ...place!, debugId }] }
    const queries = [query('shop.js'), { ...query('shop.js'), dist: '7' }, built, query('only.js')]
    const names: unknown[] = []
    for (const each of queries)
      names.push(
        (await library.resolve(each, readsAll)).places.map((one) => 'original' in one && one.original.name),
      )
    expect(names).toEqual([['ours'], ['ours'], ['ours'], ['theirs']])
  })

  it('are not looked for in a script that is gone: the event says so', async () => {
    await store('~/gone.js', 'pay()')
    const folder = join(artifactsDir, key.projectUid)
    const [file] = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8') === 'pay()')
    rmSync(join(folder, file!))
    const library = new SymbolLibrary({ database, artifactsDir, onReading: () => {} })
    const [resolution] = (await library.resolve(query('gone.js'), readsAll)).places
    expect(resolution).toEqual({
      status: 'missing',
      message:
        'Release 1 has no ~/gone.js.map, and ~/gone.js is gone from the artifacts folder: upload it again.',
    })
  })

  it.each(['~/away.js', '~/away.js.map'])('are read once %s is back on the disk', async (away) => {
    const tokens = [{ column: 0, line: 0, sourceColumn: 0, name: away }]
    const map = JSON.stringify(sourceMap({ source: 'src/pay.ts', content: 'pay()', tokens }))
    const inline = `data:application/json;base64,${Buffer.from(map).toString('base64')}`
    const content = away.endsWith('.map') ? map : `pay()\n//# sourceMappingURL=${inline}`
    await store(away, content)
    const folder = join(artifactsDir, key.projectUid)
    const file = readdirSync(folder).find((name) => readFileSync(join(folder, name), 'utf8') === content)
    const library = new SymbolLibrary({ database, artifactsDir, onReading: () => {} })
    const resolved = async () => (await library.resolve(query('away.js'), readsAll)).places[0]
    rmSync(join(folder, file!))
    expect(await resolved()).toMatchObject({ message: expect.stringContaining('is gone from the artifacts') })
    writeFileSync(join(folder, file!), content)
    expect(await resolved()).toMatchObject({ message: expect.stringContaining('is gone from the artifacts') })
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000)
    onTestFinished(() => clock.mockRestore())
    expect(await resolved()).toMatchObject({ status: 'resolved', original: { name: away } })
    rmSync(join(folder, file!))
  })

  it('that each take much memory do not fill it together', async () => {
    const map = { version: 3, sources: ['a.js'], names: [], mappings: `AAAA;${'A;'.repeat(900_000)}` }
    const names = Array.from({ length: 4 }, (_, n) => `large${n}.js`)
    for (const name of names) await store(`~/${name}.map`, JSON.stringify({ ...map, file: name }))
    const symbolicator = new Symbolicator({ dataDir, databaseUrl: null, artifactsDir })
    for (const name of names) {
      const [answer] = await symbolicator.resolve([query(name)])
      expect([name, answer!.places[0]]).toMatchObject([name, { status: 'resolved' }])
    }
    await symbolicator.close()
  })

  it('that take far more to read than to write are refused at once', async () => {
    const map = { version: 3, sources: ['a'], names: [], mappings: 'AAAA' }
    const at = (line: unknown, inner: object = map) => ({
      version: 3,
      sections: [{ offset: { line, column: 0 }, map: inner }],
    })
    const hostile = {
      root: { ...map, sourceRoot: 'a/../'.repeat(20_000), sources: Array(100_000).fill('x') },
      far: at(2e9),
      nested: at(900_000, at(900_000)),
      text: at('1e9'),
      inner: at(1, { ...map, sourceRoot: 'a/../'.repeat(20_000), sources: Array(100_000).fill('x') }),
    }
    const library = new SymbolLibrary({ database, artifactsDir, onReading: () => {} })
    for (const [name, content] of Object.entries(hostile)) {
      await store(`~/${name}.js.map`, JSON.stringify(content))
      const begun = performance.now()
      const [resolution] = (await library.resolve(query(`${name}.js`), readsAll)).places
      expect(resolution, name).toMatchObject({
        status: 'failed',
        message: expect.stringMatching(/cannot be read/),
      })
      expect(performance.now() - begun).toBeLessThan(1000)
    }
  })

  it.each<[string, string, string]>([
    ['that name no class', '# nothing\n', 'cannot be read: it names no class'],
    [
      'with a line without end',
      `com.A -> a:\n ${'x'.repeat(70_000)}`,
      'cannot be read: it has a line of more than',
    ],
    ['that name a class a million times', 'a -> b:\n'.repeat(600_000), 'a'],
    [
      'that name a million other classes',
      manyClasses(600_000),
      'cannot be read: it has more than 500,000 classes',
    ],
    ['with NUL and endless names', `${'n\0'.repeat(9_000)} -> b:\n`, 'n'.repeat(500)],
    ['that are gone', 'gone', 'is gone from the artifacts folder: upload it again.'],
  ])('of R8 %s are told so', async (_, content, expected) => {
    const debugId = randomUUID()
    await store(`proguard/${debugId}.txt`, content, key, { debugId })
    if (content === 'gone') {
      const folder = join(artifactsDir, key.projectUid)
      rmSync(join(folder, hash('sha256', content)))
    }
    const stack = { thrown: 'b', calls: [{ class: 'b', method: 'a', line: 1 }] }
    const library = new SymbolLibrary({ database, artifactsDir, onReading: () => {} })
    const asked = { ...query('x'), places: [], mappings: [debugId], stacks: [stack] }
    const [resolution] = (await library.resolve(asked, readsAll)).stacks
    const failed = { status: 'failed', message: expect.stringContaining(expected) }
    expect(resolution).toMatchObject(
      resolution?.status === 'resolved' ? { original: { thrown: expected } } : failed,
    )
  })

  it('that are many and small push out no other', async () => {
    const read: string[] = []
    const library = new SymbolLibrary({ database, artifactsDir, onReading: (file) => read.push(file) })
    const ids = Array.from({ length: 40 }, () => randomUUID())
    for (const id of ids) await store(`proguard/${id}.txt`, `a.B -> b:\n# ${id}\n`, key, { debugId: id })
    const stacks = [{ thrown: 'b', calls: [] }]
    for (const id of [...ids, ids[0]!])
      await library.resolve({ ...query('x'), places: [], mappings: [id], stacks }, readsAll)
    expect(read).toHaveLength(ids.length)
    const map = { version: 3, sources: ['a.js'], names: [], mappings: 'AAAA' }
    const names = Array.from({ length: 210 }, (_, n) => `small${n}.js`)
    for (const name of names) await store(`~/${name}.map`, JSON.stringify({ ...map, file: name }))
    for (const name of [...names, names[0]!]) await library.resolve(query(name), readsAll)
    expect(read).toHaveLength(ids.length + names.length)
  })

  it('that take all memory end their thread: it costs only their own project, and their organization some of its time', async () => {
    const one = { column: 0, line: 0, sourceColumn: 0, name: 'pay' }
    const bomb = { version: 3, sources: [], names: [], mappings: ';'.repeat(31 * 1024 * 1024) }
    const names = Array.from({ length: 2 }, (_, n) => `evil${n}`)
    for (const name of names) await store(`~/${name}.js.map`, JSON.stringify({ ...bomb, file: name }))
    const honest = await seedProject(database, await seedOrg(database, 'Honest'), 'web')
    await store(
      '~/good.js.map',
      JSON.stringify(sourceMap({ source: 'src/pay.ts', content: 'pay()', tokens: [one] })),
      honest,
    )
    const good = { ...query('good.js'), orgId: honest.orgId, projectId: honest.projectId }
    const symbolicator = new Symbolicator({ dataDir, databaseUrl: null, artifactsDir })
    const first = await symbolicator.resolve([...names.map((name) => query(`${name}.js`)), good])
    expect(first.flatMap(({ places }) => places)).toMatchObject([
      ...names.map(() => ({
        status: 'failed',
        message: expect.stringContaining('took too long or too much memory to read.'),
      })),
      { status: 'resolved', original: { file: 'src/pay.ts', context: { line: 'pay()' } } },
    ])
    const begun = performance.now()
    const answers = await symbolicator.resolve([query('large.js'), good])
    const [later, still] = answers.flatMap(({ places }) => places)
    expect(later).toMatchObject({ status: 'failed', message: expect.stringMatching(/took too much time/) })
    expect(still).toMatchObject({ status: 'resolved' })
    expect(performance.now() - begun).toBeLessThan(2000)
    await symbolicator.close()
  }, 60_000)
})
