import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssueDetail } from '#contract/issue/issue.ts'
import type { EventPage } from '../support/client/api-client.ts'
import { Journey } from '../support/journey.ts'
import { errata } from '../support/server/run-errata.ts'
import { ShopBuild } from '../support/symbols/source-map.ts'

describe('errata, where a release is built', () => {
  let journey: Journey
  let env: Record<string, string>
  const folder = mkdtempSync(join(tmpdir(), 'errata-maps-'))
  beforeAll(async () => {
    journey = await Journey.start()
    env = { ERRATA_URL: journey.service.url, ERRATA_TOKEN: (await journey.token(['write:admin'])).secret }
  })
  afterAll(async () => {
    await journey?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function write(name: string, text: string): void {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const upload = (name: string, ...args: string[]) =>
    errata(['sourcemaps', 'upload', join(folder, name), '--project', journey.project.slug, ...args], env)
  async function innerFrame(kind: string) {
    for (const { id } of await journey.settled(journey.project)) {
      const { events } = await journey.client.get<EventPage>(`/api/v1/issues/${id}/events`)
      if (events[0]!.payload_json.transaction === kind) return events[0]!.stack_frames[1]
    }
    throw new Error(`no event of the kind ${kind}`)
  }
  const send = (kind: string, event: object) =>
    journey.send({ ...event, kind, transaction: kind, fingerprint: [kind] } as never)

  it('uploads source maps by release and name, also in folders and without a comment; says which scripts have no map', async () => {
    const shop = new ShopBuild(3, 'c')
    write('named/assets/app.js', `${shop.script}\n`)
    write('named/assets/app.js.map', JSON.stringify(shop.map('../../src/pay.js')))
    write('named/bare.js', 'go()\n')
    write('named/lost.mjs', 'go()\n//# sourceMappingURL=elsewhere.mjs.map\n')
    write('named/node_modules/a/index.js', 'no()\n')
    write('named/style.css.map', '{}')
    // Larger than a piece, and than what one request may bring.
    write('named/large.js', `x=${JSON.stringify(randomBytes(2_600_000).toString('base64'))}\n`)
    write('named/large.js.map', JSON.stringify({ version: 3, sources: [], names: [], mappings: '' }))
    const args = ['--release', 'shop@1.0.0', '--url-prefix', '~/static', '--no-inject']
    const done = await upload('named', ...args, '--json')
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(JSON.parse(done.stdout)).toEqual({
      release: 'shop@1.0.0',
      uploaded: true,
      scripts: 4,
      maps: 2,
      injected: 0,
      with_debug_id: 0,
      without_map: [
        { file: 'bare.js', reason: expect.stringMatching(/names no source map/) },
        { file: 'lost.mjs', reason: 'its source map elsewhere.mjs.map is not in the folder' },
      ],
    })
    await send(
      'named',
      shop.event('https://shop.example.com/static/assets/app.js', { release: 'shop@1.0.0' }),
    )
    expect(await innerFrame('named')).toMatchObject({
      filename: 'src/pay.js',
      symbolication: { status: 'resolved', by: 'name', map: '~/static/assets/app.js.map' },
    })
    const again = await upload('named', ...args)
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringMatching(/^Uploaded 4 scripts and 2 source maps/),
    ])
  })

  it('uploads source maps by debug ID, without a release', async () => {
    const [shop, debug_id] = [new ShopBuild(9, 'd'), randomUUID()]
    write('ids/app.js', `${shop.script}\n//# sourceMappingURL=app.js.map\n//# debugId=${debug_id}\n`)
    write('ids/app.js.map', JSON.stringify({ ...shop.map('../src/pay.js'), debugId: debug_id }))
    const done = await upload('ids')
    expect([done.code, done.stderr]).toEqual([0, ''])
    const url = 'https://other.example.com/renamed.js'
    const images = [{ type: 'sourcemap', code_file: url, debug_id }]
    await send('ids', { ...shop.event(url, {}), debug_meta: { images } })
    expect(await innerFrame('ids')).toMatchObject({ symbolication: { status: 'resolved', by: 'debug_id' } })
  })

  it('gives a build debug IDs before it uploads it, once, and without a release', async () => {
    const shop = new ShopBuild(5, 'e')
    write('built/app.js', `"use strict";${shop.script}\n//# sourceMappingURL=app.js.map\n`)
    write('built/app.js.map', JSON.stringify(shop.map('../src/pay.js')))
    write('built/bare.js', 'go()\n')
    const dry = await upload('built', '--dry-run')
    expect(dry.stdout).toMatch(/1 script would get a debug ID/)
    expect(read('built/app.js')).not.toContain('debugId')
    const done = await upload('built', '--json')
    expect([done.stderr, JSON.parse(done.stdout)]).toEqual([
      '',
      expect.objectContaining({ scripts: 1, maps: 1, injected: 1, with_debug_id: 2 }),
    ])
    const built = read('built/app.js')
    const debug_id = /debugId=(.*)/.exec(built)![1]!
    expect(built.split('\n')[0]).toMatch(new RegExp(`^"use strict";!function.*_sentryDebugIds.*${debug_id}`))
    expect(JSON.parse(read('built/app.js.map'))).toMatchObject({ debug_id })
    const again = await upload('built', '--json')
    expect([JSON.parse(again.stdout).injected, read('built/app.js')]).toEqual([0, built])
    const images = [{ type: 'sourcemap', code_file: 'https://x.example/any.js', debug_id }]
    const event = shop.event('https://x.example/any.js', { debug_meta: { images } })
    await send('built', JSON.parse(JSON.stringify(event).replaceAll('"lineno":1', '"lineno":2')))
    expect(await innerFrame('built')).toMatchObject({ symbolication: { status: 'resolved', by: 'debug_id' } })
  })

  it('injects without uploading', async () => {
    const shop = new ShopBuild(5, 'e')
    write('alone/app.js', shop.script)
    write('alone/app.js.map', JSON.stringify(shop.map()))
    const inject = () => errata(['sourcemaps', 'inject', join(folder, 'alone')], {})
    expect((await inject()).stdout).toBe('1 script got a debug ID.\n')
    expect((await inject()).stdout).toBe('0 scripts got a debug ID.\n')
    expect(read('alone/app.js')).toContain('//# debugId=')
  })

  it('says what is missing or refused', async () => {
    write('nothing/readme.txt', '')
    const named = join(folder, 'named')
    const dry = await errata(['sourcemaps', 'upload', named, '--release', '1', '--dry-run'], {})
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringMatching(/^Would upload 4 scripts/)])
    const unnamed = await upload('named', '--no-inject')
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringMatching(/has no debug ID.*--release/)])
    expect((await upload('nothing', '--release', '1')).stderr).toMatch(/has no source maps/)
    expect((await upload('nowhere', '--release', '1')).stderr).toMatch(/is not a folder/)
    expect((await errata(['sourcemaps', 'upload', named, '--release', '1'], env)).stderr).toMatch(/--project/)
    const unknown = ['sourcemaps', 'upload', named, '--release', '1', '--project', 'nobody']
    const refused = await errata(unknown, env)
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('no project "nobody"')])
    const ERRATA_TOKEN = (await journey.token(['read:agent'])).secret
    const forbidden = await errata(unknown, { ...env, ERRATA_TOKEN })
    expect([forbidden.code, forbidden.stderr]).toEqual([3, expect.stringContaining('scope write:admin')])
  })

  it('tells the commits that are new in a release', async () => {
    const cwd = join(folder, 'repository')
    const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()
    const commit = (file: string, message: string) => {
      write(join('repository', file), message)
      git('add', '.')
      git('-c', 'user.name=Jörg', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', message)
      return git('rev-parse', 'HEAD')
    }
    const tell = (release: string, ...args: string[]) =>
      errata(['release', 'commits', release, '--project', journey.project.slug, ...args], env, { cwd })
    write('repository/src/käse.js', 'cheese')
    expect((await tell('told@1')).stderr).toMatch(/repository is not a checkout with a commit/)
    git('init', '-q')
    const first = commit('src/pay.js', 'pay')
    const one = await tell('told@1')
    expect([one.code, one.stdout]).toEqual([0, 'told@1: the newest 1 commit, as it is the first release.\n'])
    const guilty = commit('src/käse.js', 'cheese: no check')
    const second = commit('README.md', 'readme')
    const two = JSON.parse((await tell('told@2', '--json')).stdout)
    expect(two).toEqual({
      release: 'told@2',
      commits: 2,
      since: first,
      newest: second,
      issues_named: 0,
      issues_resolved: 0,
    })
    expect((await tell('told@3')).stdout).toBe(`told@3 has no commits since told@2 (${second}).\n`)
    const frames = [{ filename: 'src/käse.js', function: 'pay', in_app: true }]
    await send('told', { release: 'told@2', exception: { values: [{ type: 'E', stacktrace: { frames } }] } })
    const [issue] = await journey.settled(journey.project)
    const suspects = await journey.client.get(`/api/v1/issues/${issue!.id}/suspect-commits`)
    expect(suspects).toMatchObject({
      commit_count: 2,
      commits: [{ id: guilty, author: 'Jörg', file: 'src/käse.js' }],
    })
    const fixed = commit('README.md', `check\n\nFixes ${journey.service.url}/issues/${issue!.id}.`)
    expect((await tell('told@4')).stdout).toMatch(/fix 1 issue: 0 resolved now.*lacks write:triage/)
    env.ERRATA_TOKEN = (await journey.token(['write:admin', 'write:triage'])).secret
    expect((await tell('told@4')).stdout).toMatch(/fix 1 issue: 1 resolved now\.$/m)
    const detail = () => journey.client.get<IssueDetail>(`/api/v1/issues/${issue!.id}`)
    expect(await detail()).toMatchObject({
      status: 'resolved',
      resolved_in_release: 'told@4',
      fix: { state: 'watching', commit: fixed, note: 'check' },
    })
    await journey.client.request('PATCH', `/api/v1/issues/${issue!.id}`, { status: 'unresolved' })
    expect((await tell('told@4')).stdout).toMatch(/0 resolved now/)
    expect(await detail()).toMatchObject({ status: 'unresolved' })
    // Someone gave another fix by the beginning of its commit's ID; told in full, it is that one.
    const retried = commit('README.md', `again\n\nFixes ${journey.service.url}/issues/${issue!.id}.`)
    const byHand = { status: 'resolved', resolved_in_release: 'told@5', fix: { commit: retried.slice(0, 7) } }
    await journey.client.request('PATCH', `/api/v1/issues/${issue!.id}`, byHand)
    await journey.client.request('PATCH', `/api/v1/issues/${issue!.id}`, { status: 'unresolved' })
    expect((await tell('told@5')).stdout).toMatch(/0 resolved now/)
    expect(await detail()).toMatchObject({ status: 'unresolved' })
    const unknown = await tell('told@3', '--since', '4f2a91c')
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no commit 4f2a91c')])
    git('clone', '-q', '--depth', '1', `file://${cwd}`, join(folder, 'shallow'))
    const shallow = { cwd: join(folder, 'shallow') }
    const other = await journey.client.createProject('other')
    const args = ['release', 'commits', 'other@1', '--project', other.slug]
    expect((await errata(args, env, shallow)).stderr).toMatch(/lacks the history.*fetch-depth: 0/)
  })
})
