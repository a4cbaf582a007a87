import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventPage, Project } from '../support/client/api-client.ts'
import { Journey } from '../support/journey.ts'
import { AndroidBuild } from '../support/symbols/android-build.ts'
import { runTool, type ToolRun, toolBinary } from '../support/symbols/sentry-cli.ts'
import { ShopBuild } from '../support/symbols/source-map.ts'

const VERSIONS = [
  { version: 3, ...toolBinary('@sentry/cli') },
  { version: 2, ...toolBinary('sentry-cli-2') },
]

function startRepository(cwd: string): void {
  execFileSync('git', ['init', '-q'], { cwd })
  execFileSync('git', ['remote', 'add', 'origin', 'https://git.example.com/acme/shop.git'], { cwd })
}

/** @returns the ID of a commit that changes this file. */
function commitIn(cwd: string, file: string, message: string): string {
  mkdirSync(join(cwd, dirname(file)), { recursive: true })
  writeFileSync(join(cwd, file), message)
  execFileSync('git', ['add', file], { cwd })
  const author = ['-c', 'user.name=Jane', '-c', 'user.email=jane@example.com']
  execFileSync('git', [...author, 'commit', '-q', '-m', message], { cwd })
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd, encoding: 'utf8' }).trim()
}

describe.each(VERSIONS)('sentry-cli $version', ({ version, path: binary, missing }) => {
  describe.skipIf(missing)(missing ?? '', () => {
    let journey: Journey
    let project: Project
    let token: string
    let folder: string
    beforeAll(async () => {
      journey = await Journey.start()
      token = (await journey.token(['write:admin'])).secret
      project = journey.project
      folder = mkdtempSync(join(tmpdir(), 'errata-tool-'))
    })
    afterAll(async () => {
      await journey?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const run = (args: string[], secret = token): Promise<ToolRun> =>
      runTool(binary, args, { url: journey.service.url, token: secret, project: project.slug, folder })
    function build(name: string, of: ShopBuild): void {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'app.js'), `${of.script}\n//# sourceMappingURL=app.js.map\n`)
      writeFileSync(join(folder, name, 'app.js.map'), JSON.stringify(of.map('../src/pay.js')))
    }
    async function innerFrame(kind: string) {
      const issues = await journey.settled(project)
      for (const { id } of issues) {
        const { events } = await journey.client.get<EventPage>(`/api/v1/issues/${id}/events`)
        if (events[0]!.payload_json.transaction === kind) return events[0]!.stack_frames.at(-1)
      }
      throw new Error(`no event of the kind ${kind}`)
    }

    it('uploads the maps of a release, which are found by name', async () => {
      const shop = new ShopBuild(3, 'c')
      build('named', shop)
      expect(await run(['releases', 'new', 'shop@1.0.0'])).toMatchObject({ code: 0 })
      const args = ['sourcemaps', 'upload', '--release', 'shop@1.0.0', '--url-prefix', '~/static', './named']
      expect(await run(args)).toMatchObject({ code: 0 })
      expect(await run(['releases', 'finalize', 'shop@1.0.0'])).toMatchObject({ code: 0 })
      expect(await run(['releases', 'restore', 'shop@1.0.0'])).toMatchObject({ code: 0 })
      const archived = await run(['releases', 'archive', 'shop@1.0.0'])
      expect([archived.code === 0, archived.text]).toEqual([
        false,
        expect.stringContaining('does not archive'),
      ])
      const event = shop.event('https://shop.example.com/static/app.js', { release: 'shop@1.0.0' })
      await journey.send({ ...event, kind: 'named', transaction: 'named', fingerprint: ['named'] })
      expect(await innerFrame('named')).toMatchObject({
        filename: 'src/pay.js',
        symbolication: { status: 'resolved', by: 'name', map: '~/static/app.js.map' },
      })
    })

    it('uploads what it gave debug ids, which are found without a release', async () => {
      build('injected', new ShopBuild(9, 'd'))
      expect(await run(['sourcemaps', 'inject', './injected'])).toMatchObject({ code: 0 })
      expect(await run(['sourcemaps', 'upload', './injected'])).toMatchObject({ code: 0 })
      const script = readFileSync(join(folder, 'injected/app.js'), 'utf8')
      const debug_id = /debugId=([\w-]{36})/.exec(script)![1]
      const lines = script.split('\n')
      const line = lines.findIndex((each) => each.includes('t.total.amount'))
      const lineno = line + 1
      const at = lines[line]!.indexOf('t.total') + 1
      const url = 'https://other.example.com/renamed.js'
      const frame = { abs_path: url, function: 'd', lineno, in_app: true }
      const frames = [
        { ...frame, colno: lines[line]!.lastIndexOf('d(') + 1 },
        { ...frame, colno: at },
      ]
      await journey.send({
        kind: 'injected',
        transaction: 'injected',
        fingerprint: ['injected'],
        platform: 'javascript',
        exception: { values: [{ type: 'TypeError', value: 'x', stacktrace: { frames } }] },
        debug_meta: { images: [{ type: 'sourcemap', code_file: url, debug_id }] },
      })
      expect(await innerFrame('injected')).toMatchObject({
        symbolication: { status: 'resolved', by: 'debug_id' },
        lineno: 2,
      })
    })

    it('uploads mapping files of Android apps, by which their errors are named', async () => {
      const build = new AndroidBuild('a', 4)
      writeFileSync(join(folder, 'mapping.txt'), build.mapping)
      const named = version === 2 ? ['--app-id', 'com.shop', '--version', '1.0', '--version-code', '3'] : []
      const uploaded = await run(['upload-proguard', '--uuid', build.debugId, ...named, 'mapping.txt'])
      expect([uploaded.code, uploaded.text]).toEqual([
        0,
        expect.stringMatching(version === 2 ? /Uploaded a total of 1/ : /OK [\w-]+ \(proguard/),
      ])
      await journey.send({ ...build.event(), kind: 'android', transaction: 'android' })
      expect(await innerFrame('android')).toMatchObject({ module: 'com.shop.Money', function: 'add' })
    })

    it('uploads the sources of a program of Java, whose lines are shown', async () => {
      const source = join(folder, 'src/main/java/com/shop/Cart.java')
      mkdirSync(dirname(source), { recursive: true })
      writeFileSync(source, 'package com.shop;\nclass Cart {\n  int pay() { return total.amount; }\n}\n')
      const debugId = randomUUID()
      // Version 2 leaves the folders before the package in the names.
      const root = version === 2 ? 'src/main/java' : '.'
      const made = await run(['debug-files', 'bundle-jvm', '--output', 'bundle', '--debug-id', debugId, root])
      expect(made).toMatchObject({ code: 0 })
      const uploaded = await run(['debug-files', 'upload', '--type', 'jvm', 'bundle'])
      expect([uploaded.code, uploaded.text]).toEqual([0, expect.stringMatching(/ploaded/)])
      const frame = { module: 'com.shop.Cart', function: 'pay', filename: 'Cart.java', lineno: 3 }
      await journey.send({
        ...{ kind: 'jvm', transaction: 'jvm', fingerprint: ['jvm'], platform: 'java' },
        exception: {
          values: [{ type: 'NullPointerException', value: 'x', stacktrace: { frames: [frame] } }],
        },
        debug_meta: { images: [{ type: 'jvm', debug_id: debugId }] },
      })
      expect(await innerFrame('jvm')).toMatchObject({
        pre_context: ['package com.shop;', 'class Cart {'],
        context_line: '  int pay() { return total.amount; }',
        post_context: ['}', ''],
      })
    })

    it('lists releases as they were seen, and tells of the commits of one', async () => {
      await journey.send({ kind: 'seen', message: 'seen', release: 'shop@2.0.0' })
      await journey.settled(project)
      const list = await run(['releases', 'list'])
      expect([list.code, list.text]).toEqual([0, expect.stringMatching(/ago\s*\| shop@2\.0\.0 \| 1 /)])
      startRepository(folder)
      commitIn(folder, 'src/pay.js', 'first')
      for (const args of [[], ['--ignore-missing']]) {
        const told = await run(['releases', 'set-commits', '--auto', ...args, 'shop@2.0.0'])
        expect([told.code, told.text]).toEqual([0, expect.any(String)])
      }
      const audit = await journey.client.get<{ entries: object[] }>('/api/v1/audit-log')
      expect(audit.entries[0]).toMatchObject({
        action: 'release.commits_named',
        target: { name: 'shop@2.0.0' },
        details: { commits: 1, newest: expect.stringMatching(/^[0-9a-f]{40}$/) },
      })
    })

    it('tells the commits since the release before, of which those that changed the stack are suspects', async () => {
      const later = (version: string) => run(['releases', 'set-commits', '--auto', version])
      const guilty = commitIn(folder, 'src/pay.js', 'pay: take the total as it is\n\nIt is checked before.')
      commitIn(folder, 'README.md', 'readme')
      expect(await later('shop@2.1.0')).toMatchObject({ code: 0 })
      const again = commitIn(folder, 'src/pay.js', 'pay: once more')
      expect(await later('shop@2.2.0')).toMatchObject({ code: 0 })
      const frames = [{ filename: '/srv/shop/src/pay.js', function: 'pay', lineno: 1, in_app: true }]
      const exception = { values: [{ type: 'PayError', value: 'x', stacktrace: { frames } }] }
      const event = { kind: 'suspect', exception, transaction: 'suspect' }
      await journey.send({ ...event, release: 'shop@2.1.0' })
      const issue = (await journey.settled(project)).find(({ title }) => title.startsWith('PayError'))!
      const path = `/api/v1/projects/${project.id}`
      await journey.client.request('PATCH', path, {
        source_links: 'https://git.example.com/shop/blob/HEAD/{path}',
      })
      expect(await journey.client.get(`/api/v1/issues/${issue.id}/suspect-commits`)).toEqual({
        release: 'shop@2.1.0',
        commit_count: 2,
        commits: [
          {
            id: guilty,
            message: 'pay: take the total as it is',
            author: 'Jane',
            committed_at: expect.stringMatching(/^20.*Z$/),
            file: 'src/pay.js',
            url: `https://git.example.com/shop/commit/${guilty}`,
          },
        ],
      })
      const context = `/api/v1/issues/${issue.id}/context?format=markdown`
      const { body } = await journey.client.request('GET', context)
      expect(body).toContain(`${guilty} (20`)
      expect(body).toContain('Jane) changed src/pay.js: pay: take the total as it is')

      const resolved = { status: 'resolved', resolved_in_release: 'shop@2.1.0' }
      await journey.client.request('PATCH', `/api/v1/issues/${issue.id}`, resolved)
      await journey.send({ ...event, release: 'shop@2.2.0' })
      await journey.settled(project)
      const regressed = await journey.client.get(`/api/v1/issues/${issue.id}/suspect-commits`)
      expect(regressed).toMatchObject({ release: 'shop@2.2.0', commit_count: 1, commits: [{ id: again }] })
    })

    it('names who the token stands for, notes deploys, and prints why something is not taken', async () => {
      expect((await run(['info'])).text).toContain('owner@example.com')
      expect(await run(['deploys', 'new', '-e', 'production', '--release', 'shop@1.0.0'])).toMatchObject({
        code: 0,
      })
      const audit = await journey.client.get<{ entries: { action: string }[] }>('/api/v1/audit-log')
      expect(audit.entries[0]).toMatchObject({
        action: 'release.deployed',
        target: { name: 'shop@1.0.0' },
        details: { environment: 'production' },
      })
      const refused = await run(['issues', 'list'])
      expect([refused.code, refused.text]).toEqual([
        1,
        expect.stringMatching(/Errata does not support GET .* use the dashboard, the errata command/),
      ])
      for (const command of [
        ['sourcemaps', 'upload', '--project', 'nobody', '--release', '2', './named'],
        ['releases', 'new', '--project', 'nobody', '2'],
      ]) {
        const unknown = await run(command)
        expect([unknown.code, unknown.text]).toEqual([1, expect.stringContaining('no project')])
      }
      const reader = (await journey.token(['read:agent'])).secret
      const upload = await run(['sourcemaps', 'upload', '--release', '2', './named'], reader)
      expect([upload.code, upload.text]).toEqual([1, expect.stringContaining('scope write:admin')])
    })
  })
})
