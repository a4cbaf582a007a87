import { beforeAll, expect, it } from 'vitest'
import type { EventPage, IssueSummary, Project } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { AndroidBuild } from '../support/symbols/android-build.ts'
import { DebugFileUploads } from '../support/symbols/debug-file-uploads.ts'

describeOn(ONE_ENGINE, 'mapping files', (engine) => {
  let project: Project
  let uploads: DebugFileUploads
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    uploads = await DebugFileUploads.of(journey)
  })

  const newProject = async () => {
    project = await journey.client.createProject()
  }
  const assemble = (name: string, content: string) => uploads.assemble(project, name, content)
  const upload = (build: AndroidBuild, text = build.mapping) =>
    assemble(`/proguard/${build.debugId}.txt`, text)
  const uploadZip = (entries: { name: string; content: string }[]) => uploads.zip(project, entries)
  const send = (build: AndroidBuild, fields: object = {}) =>
    journey.send({ kind: 'Obfuscated', ...build.event({ release: 'shop@1', ...fields }) }, project)
  const settled = (): Promise<IssueSummary[]> => journey.settled(project)
  async function frames({ id }: IssueSummary) {
    const page = await journey.client.get<EventPage>(`/api/v1/issues/${id}/events`)
    return page.events[0]!.stack_frames
  }

  it('name classes, functions, files and lines, and keep the issue over builds with other names', async () => {
    await newProject()
    for (const build of [new AndroidBuild('a', 4), new AndroidBuild('q', 31), new AndroidBuild('zz', 7)]) {
      const dif = expect.objectContaining({ debugId: build.debugId })
      expect(await upload(build)).toEqual({ state: 'ok', missingChunks: [], detail: null, dif })
      await send(build)
    }
    const issues = await settled()
    expect(issues).toMatchObject([{ title: 'PayError: no total', culprit: 'add (Money.kt)', event_count: 3 }])
    expect(await frames(issues[0]!)).toMatchObject([
      { module: 'com.shop.Main', function: 'main', filename: 'Main.java', lineno: 3 },
      { module: 'android.os.Handler', function: 'dispatchMessage', lineno: 102, in_app: false },
      { module: 'com.shop.Cart', function: 'pay', filename: 'Shop.kt', lineno: 14, in_app: true },
      {
        ...{ module: 'com.shop.Money', function: 'add', filename: 'Money.kt', lineno: 55, in_app: true },
        raw: { module: 'zz.b', function: 'a', lineno: 7 },
        symbolication: { status: 'resolved', by: 'debug_id', command: null },
      },
    ])
    const context = `/api/v1/issues/${issues[0]!.id}/context?format=markdown`
    const { body } = await journey.client.request('GET', context)
    expect(body).toContain('com.shop.Money.add at Money.kt:55')
    const { issues: found } = await journey.client.get<{ issues: object[] }>(
      `/api/v1/issues?project_id=${project.id}&q=PayError`,
    )
    expect(found).toHaveLength(1)
  })

  it('that are missing are named with the command that uploads them; later they name what is shown', async () => {
    await newProject()
    const build = new AndroidBuild('f', 12)
    await send(build)
    const [issue] = await settled()
    expect(issue).toMatchObject({ title: 'd: no total' })
    const symbolication = {
      status: 'missing',
      message: 'No mapping files were uploaded for this project.',
      command: `sentry-cli upload-proguard --project ${project.id} mapping.txt`,
    }
    expect((await frames(issue!)).at(-1)).toMatchObject({ module: 'f.b', symbolication })
    await upload(new AndroidBuild('f', 12))
    expect((await frames(issue!)).at(-1)).toMatchObject({
      symbolication: { message: `No uploaded mapping file has the debug ID ${build.debugId}.` },
    })
    expect(
      (await uploadZip([{ name: `proguard/${build.debugId}.txt`, content: build.mapping }])).json,
    ).toMatchObject([{ debugId: build.debugId, objectName: `proguard/${build.debugId}.txt` }])
    expect((await frames(issue!)).at(-1)).toMatchObject({ module: 'com.shop.Money', function: 'add' })
    await send(build)
    const issues = await settled()
    expect(issues.map(({ event_count }) => event_count)).toEqual([2])
  })

  it('of large apps are found in, and those that name nothing say so', async () => {
    await newProject()
    const build = new AndroidBuild('m', 9)
    const other = (n: number) => `com.other.C${n} -> o.c${n}:\n    1:2:void m${n}():3:4 -> a\n`
    const many = Array.from({ length: 12_000 }, (_, n) => other(n)).join('')
    await upload(build, `${many}${build.mapping}`)
    await send(build)
    const [issue] = await settled()
    expect(issue).toMatchObject({ title: 'PayError: no total' })
  })

  it('are told from anything else', async () => {
    await newProject()
    const id = new AndroidBuild('a', 1).debugId
    expect(await assemble('libshop.so', '\u007fELF')).toMatchObject({
      state: 'error',
      detail:
        'libshop.so is neither a mapping file of ProGuard or R8 nor a source bundle. Errata takes only those of the debug files.',
    })
    expect(await assemble(`/proguard/${id}.txt`, 'hello\n')).toMatchObject({
      state: 'error',
      detail: `/proguard/${id}.txt is not a mapping file: it names no class ("com.shop.Cart -> a.b:").`,
    })
    const mixed = await uploadZip([{ name: 'shop.dSYM', content: 'x' }])
    expect([mixed.status, mixed.json!.detail]).toEqual([400, expect.stringContaining('shop.dSYM is neither')])
  })
})
