import { expect, it } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { EventPage, IssueSummary, Project } from '../support/client/api-client.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { ShopBuild } from '../support/symbols/source-map.ts'

const ID = '9a4c8cfe-1b2d-5afe-98e9-f9aea4e2a7c8'

describeOn(ONE_ENGINE, 'source maps', (engine) => {
  let project: Project
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))

  const newProject = async () => {
    project = await journey.client.createProject()
  }
  async function upload(version: string, name: string, content: string | object, fields: object = {}) {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    const parts = Object.entries({ name, ...fields }).map(([key, value]) => ({ name: key, content: value }))
    const answer = await journey.raw({
      path: `/api/${project.id}/releases/${encodeURIComponent(version)}/files/`,
      headers: { ...dsnHeaders(project), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: form([...parts, { name: 'file', fileName: 'x', content: text }]),
    })
    expect([answer.status, answer.text]).toEqual([201, expect.anything()])
  }
  const send = (event: object) => journey.send({ kind: 'Built', ...event }, project)
  const settled = (): Promise<IssueSummary[]> => journey.settled(project)
  async function frames(issue: IssueSummary) {
    const page = await journey.client.get<EventPage>(`/api/v1/issues/${issue.id}/events`)
    return page.events[0]!.stack_frames
  }

  it('give frames their source, and keep the issue over builds with other names and places', async () => {
    await newProject()
    const builds = [new ShopBuild(0, 'a'), new ShopBuild(300, 'q'), new ShopBuild(17, 'zz')]
    for (const [n, build] of builds.entries()) {
      const url = `https://shop.example.com/static/app.${n}f${n}3c${n}ab.js?v=${n}`
      await upload(`1.${n}`, `~/static/app.${n}f${n}3c${n}ab.js.map`, build.map())
      await send(build.event(url, { release: `1.${n}` }))
    }
    const issues = await settled()
    expect(issues.map(({ event_count }) => event_count)).toEqual([3])
    const [outer, inner] = await frames(issues[0]!)
    expect(outer).toMatchObject({
      filename: 'src/pay.js',
      lineno: 5,
      colno: 1,
      context_line: 'pay(undefined)',
    })
    expect(inner).toMatchObject({
      filename: 'src/pay.js',
      function: 'pay',
      lineno: 2,
      colno: 10,
      pre_context: ['function pay(cart) {'],
      context_line: '  return cart.total.amount',
      post_context: ['}', '', 'pay(undefined)'],
      in_app: true,
      raw: { function: 'zz', lineno: 1, colno: 38 },
      symbolication: { status: 'resolved', by: 'name', map: '~/static/app.2f23c2ab.js.map', command: null },
    })
  })

  it('name a function that a library called as it was written, if the script was uploaded, too', async () => {
    await newProject()
    const build = new ShopBuild(5, 'b')
    await upload('1', '~/js/app.js', build.script)
    await upload('1', '~/js/app.js.map', build.map())
    const event = build.event('https://shop.example.com/js/app.js', { release: '1' })
    const [{ stacktrace }] = (event as { exception: { values: [{ stacktrace: { frames: object[] } }] } })
      .exception.values
    stacktrace.frames.splice(0, 1, { filename: '<anonymous>', function: 'Array.map', in_app: false })
    await send(event)
    const [issue] = await settled()
    expect(issue).toMatchObject({ culprit: 'pay (src/pay.js)' })
    expect((await frames(issue!))[1]).toMatchObject({ function: 'pay', raw: { function: 'b' } })
  })

  it.each<[string, (build: ShopBuild) => Promise<void>, string]>([
    [
      'the comment of the script',
      async (build) => {
        await upload('1', '~/js/app.js', `${build.script}\n//# sourceMappingURL=../maps/app.map?x#y\n`)
        await upload('1', '~/maps/app.map', build.map())
      },
      '~/maps/app.map',
    ],
    [
      'the comment of the script, with its query',
      async (build) => {
        await upload('1', '~/js/app.js', `${build.script}\n//# sourceMappingURL=app.js.map?v=3\n`)
        await upload('1', '~/js/app.js.map?v=3', build.map())
      },
      '~/js/app.js.map?v=3',
    ],
    [
      'the header of its upload',
      async (build) => {
        await upload('1', '~/js/app.js', `${build.script}\n//# sourceMappingURL=wrong.map`, {
          header: 'Sourcemap: right.js.map',
        })
        await upload('1', '~/js/right.js.map', build.map())
      },
      '~/js/right.js.map',
    ],
    [
      'a map in the script',
      async (build) => {
        const map = Buffer.from(JSON.stringify(build.map())).toString('base64')
        await upload(
          '1',
          '~/js/app.js',
          `${build.script}\n//# sourceMappingURL=data:application/json;base64,${map}\n`,
        )
      },
      '~/js/app.js',
    ],
    [
      'a map in sections',
      async (build) => {
        const sections = [{ offset: { line: 0, column: 0 }, map: build.map() }]
        await upload('1', 'https://cdn.example.com/js/app.js.map', { version: 3, sections })
      },
      '~/js/app.js.map',
    ],
    [
      'a name that was uploaded without a folder',
      (build) => upload('1', 'app.js.map', build.map()),
      'app.js.map',
    ],
  ])('are found by %s', async (_how, uploadMap, map) => {
    await newProject()
    const build = new ShopBuild(5, 'b')
    await uploadMap(build)
    await send(build.event('https://shop.example.com/js/app.js', { release: '1' }))
    const [issue] = await settled()
    expect((await frames(issue!))[1]).toMatchObject({
      filename: 'src/pay.js',
      symbolication: { status: 'resolved', by: 'name', map },
    })
  })

  it('are those of the distribution of the event, before those of every one', async () => {
    await newProject()
    const build = new ShopBuild(0, 'a')
    await upload('1', '~/app.js.map', build.map('src/every.js'))
    await upload('1', '~/app.js.map', build.map('src/seven.js'), { dist: '7' })
    await upload('1', '~/app.js.map', build.map('src/eight.js'), { dist: '8' })
    await send(build.event('http://a/app.js', { release: '1', dist: '7' }))
    const [issue] = await settled()
    expect((await frames(issue!))[1]!.filename).toBe('src/seven.js')
  })

  it('are found by debug id, without a release and under any name, also after a later build', async () => {
    await newProject()
    const [first, second] = [new ShopBuild(0, 'a'), new ShopBuild(90, 'b')]
    const later = ID.replace('9', 'b')
    await upload('1', '~/other.js.map', { ...first.map(), debug_id: ID })
    await upload('1', '~/other.js.map', { ...second.map('src/later.js'), debugId: later })
    const url = 'https://shop.example.com/static/app.js'
    const image = (id: string) => ({
      debug_meta: { images: [{ type: 'sourcemap', code_file: url, debug_id: id.toUpperCase() }] },
    })
    await send(first.event(url, { kind: 'First', ...image(ID) }))
    const [issue] = await settled()
    expect((await frames(issue!))[1]).toMatchObject({
      filename: 'src/pay.js',
      symbolication: { status: 'resolved', by: 'debug_id' },
    })
    await send(second.event(url, { fingerprint: ['later'], ...image(later) }))
    const second_issue = (await settled()).find(({ id }) => id !== issue!.id)
    expect((await frames(second_issue!))[1]).toMatchObject({ filename: 'src/later.js' })
  })

  it('that come after the events resolve these on reading, and keep their issue', async () => {
    await newProject()
    const build = new ShopBuild(40, 'k')
    const url = 'https://shop.example.com/late.js'
    await send(build.event(url, { release: 'late' }))
    const [before] = await settled()
    const [, bare] = await frames(before!)
    expect(bare).toMatchObject({ function: 'k', symbolication: { status: 'missing', by: null } })
    expect(bare!.symbolication!.message).toBe('No source maps were uploaded for this project.')
    expect(bare!.symbolication!.command).toBe(
      `sentry-cli sourcemaps upload --project ${project.id} --release late --url-prefix '~' ./dist`,
    )
    const context = `/api/v1/issues/${before!.id}/context`
    const told = await journey.client.request('GET', `${context}?format=markdown`)
    expect(told.body).toContain('(no source: No source maps were uploaded for this project.)')
    await upload('late', '~/late.js.map', build.map())
    expect((await frames(before!))[1]).toMatchObject({ filename: 'src/pay.js', raw: { function: 'k' } })
    expect(await journey.client.get(`${context}?format=json`)).toMatchObject({
      client: { minified: '', frames: [{ file: 'src/pay.js' }, {}] },
    })
    await send(build.event(url, { release: 'late' }))
    const after = await settled()
    expect(after.map(({ id, event_count }) => [id, event_count])).toEqual([[before!.id, 2]])
  })

  it('that come after the events name the issue that an earlier release with maps began', async () => {
    await newProject()
    const [first, second] = [new ShopBuild(0, 'a'), new ShopBuild(40, 'k')]
    const url = 'https://shop.example.com/app.js'
    await upload('1', '~/app.js.map', first.map())
    await send(first.event(url, { release: '1' }))
    await send(second.event(url, { release: '2' }))
    const issues = await settled()
    expect(issues).toHaveLength(2)
    const latest = ({ id }: IssueSummary) =>
      journey.client.get<EventDetail>(`/api/v1/issues/${id}/events/latest`)
    const [unmapped, mapped] = [
      issues.find(({ release }) => release === '2')!,
      issues.find(({ release }) => release === '1')!,
    ]
    expect(await latest(unmapped)).not.toHaveProperty('belongs_to')
    await upload('2', '~/app.js.map', second.map())
    expect((await latest(unmapped)).belongs_to).toEqual({ issue_id: mapped.id, title: mapped.title })
    expect(await latest(mapped)).not.toHaveProperty('belongs_to')
    const merged = { canonical_id: mapped.id, merge_ids: [unmapped.id] }
    await journey.client.request('POST', '/api/v1/issues/merge', merged)
    expect(await latest(mapped)).not.toHaveProperty('belongs_to')
  })

  it('that come after the events lead to the issue of a fingerprint rule that matches the source alone', async () => {
    await newProject()
    const fingerprint_rules = 'type:Probe -> probe\nfunction:pay path:**/src/pay.js -> checkout'
    const intake = `/api/v1/projects/${project.id}/intake`
    await journey.client.request('PATCH', intake, { grouping: { fingerprint_rules } })
    const latest = ({ id }: IssueSummary) =>
      journey.client.get<EventDetail>(`/api/v1/issues/${id}/events/latest`)
    const isInForce = async () => {
      await send({ exception: { values: [{ type: 'Probe', value: 'x' }] } })
      const details = await Promise.all((await settled()).map(latest))
      return details.some(({ grouping }) => grouping?.rule !== undefined)
    }
    await expect.poll(isInForce, { interval: 500 }).toBe(true)
    const build = new ShopBuild(40, 'k')
    const url = 'https://shop.example.com/late.js'
    const built = async () => (await settled()).filter(({ title }) => !title.startsWith('Probe'))
    await send(build.event(url, { release: 'late' }))
    const [before] = await built()
    await upload('late', '~/late.js.map', build.map())
    await send(build.event(url, { release: 'late' }))
    const ruled = (await built()).find(({ id }) => id !== before!.id)
    expect((await latest(ruled!)).grouping?.components).toEqual(['fingerprint: checkout'])
    expect((await latest(before!)).belongs_to).toMatchObject({ issue_id: ruled!.id })
  })

  it('of one release do not lead events of another to its issues', async () => {
    await newProject()
    const build = new ShopBuild(40, 'k')
    const url = 'https://shop.example.com/late.js'
    await send(build.event(url, { release: '1' }))
    await settled()
    await upload('2', '~/late.js.map', build.map())
    await send(build.event(url, { release: '2' }))
    expect(await settled()).toHaveLength(2)
  })

  it('that are missing or broken never stop an event, and its frames say what was wrong', async () => {
    await newProject()
    const build = new ShopBuild(0, 'a')
    const script = `${build.script}\n//# sourceMappingURL=gone.js.map`
    await upload('1', '~/named.js', script)
    await upload('1', '~/broken.js.map', 'no json')
    await upload('1', '~/nothing.js.map', { version: 3, sources: [], names: [], mappings: '' })
    await upload(
      '1',
      '~/deep.js.map',
      `${'{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":'.repeat(9000)}{}${'}]}'.repeat(9000)}`,
    )
    const cases: [string, string][] = [
      ['named', 'Release 1 has ~/named.js, whose source map gone.js.map was not uploaded.'],
      ['absent', 'Release 1 has neither ~/absent.js.map nor the script itself.'],
      ['broken', 'Source map ~/broken.js.map cannot be read: '],
      [
        'nothing',
        'Source map ~/nothing.js.map does not cover line 1, column 21: it belongs to a different build.',
      ],
      ['deep', 'Source map ~/deep.js.map cannot be read: '],
    ]
    for (const [name] of cases)
      await send(build.event(`https://a/${name}.js`, { release: '1', fingerprint: [name] }))
    const issues = await settled()
    const messages: string[] = []
    for (const issue of issues) messages.push((await frames(issue))[1]!.symbolication!.message)
    for (const [, message] of cases)
      expect(messages.filter((each) => each.startsWith(message))).toHaveLength(1)
  })
})
