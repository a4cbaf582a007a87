import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { EventPage, Project } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { AndroidBuild } from '../support/symbols/android-build.ts'
import { DebugFileUploads } from '../support/symbols/debug-file-uploads.ts'
import { SourceBundleFile, withMagic } from '../support/symbols/source-bundle.ts'

const CART = Array.from({ length: 20 }, (_, n) => `  line ${n + 1} of the cart`).join('\r\n')
const CART_LINES = {
  pre_context: [2, 3, 4, 5, 6].map((n) => `  line ${n} of the cart`),
  context_line: '  line 7 of the cart',
  post_context: [8, 9, 10, 11, 12].map((n) => `  line ${n} of the cart`),
}

describeOn(ONE_ENGINE, 'source bundles', (engine) => {
  let project: Project
  let uploads: DebugFileUploads
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    uploads = await DebugFileUploads.of(journey)
  })
  beforeEach(async () => {
    project = await journey.client.createProject()
  })

  const upload = ({ bytes }: SourceBundleFile) => uploads.assemble(project, 'shop.zip', bytes)
  async function send(frames: object[], event: object): Promise<void> {
    const exception = { values: [{ type: 'PayError', value: 'no total', stacktrace: { frames } }] }
    await journey.send({ kind: 'Built', platform: 'java', exception, ...event }, project)
  }
  async function frames() {
    const [issue] = await journey.settled(project)
    const path = `/api/v1/issues/${issue!.id}/events`
    return (await journey.client.get<EventPage>(path)).events[0]!.stack_frames
  }
  const jvm = (...files: SourceBundleFile[]) => ({
    debug_meta: { images: files.map(({ debugId: debug_id }) => ({ type: 'jvm', debug_id })) },
  })

  it('show the lines of Java and Kotlin, in events and to agents, also of events from before', async () => {
    const shop = new SourceBundleFile([{ url: '~/com/shop/Cart.jvm', content: CART }])
    const kit = new SourceBundleFile([{ url: '~/com/kit/Shop.jvm', content: 'fun pay() = total!!' }])
    const stack = [
      { module: 'org.spring.Servlet', function: 'service', filename: 'Servlet.java', lineno: 1 },
      { module: 'com.shop.Cart$Line', function: 'sum', filename: 'Cart.java', lineno: 7, in_app: true },
      { module: 'com.kit.ShopKt', function: 'pay', filename: 'Shop.kt', lineno: 1, in_app: true },
      { module: 'com.shop.Cart', function: 'total', lineno: 40, in_app: true },
    ]
    await send(stack, jvm(shop, kit))
    expect((await frames())[1]).toMatchObject({
      context_line: null,
      symbolication: {
        status: 'missing',
        message: 'No source bundles were uploaded for this project.',
        command: `sentry-cli debug-files upload --project ${project.id} --type jvm ./bundle`,
      },
    })
    const dif = expect.objectContaining({ debugId: shop.debugId, symbolType: 'sourcebundle' })
    expect(await upload(shop)).toEqual({ state: 'ok', missingChunks: [], detail: null, dif })
    expect((await frames())[2]!.symbolication).toMatchObject({
      message: 'No uploaded source bundle of this build has ~/com/kit/Shop.jvm.',
    })
    await upload(kit)
    const shown = await frames()
    expect(shown).toMatchObject([
      { context_line: null },
      {
        ...CART_LINES,
        symbolication: {
          status: 'resolved',
          by: 'debug_id',
          map: `sources/${shop.debugId}.zip`,
          message: `Source bundle sources/${shop.debugId}.zip, found by its debug ID.`,
        },
      },
      { context_line: 'fun pay() = total!!', pre_context: [], post_context: [] },
      {
        context_line: null,
        symbolication: {
          status: 'failed',
          message: expect.stringContaining('has no line 40 in ~/com/shop/Cart.jvm'),
        },
      },
    ])
    expect(shown[0]!.symbolication).toBeUndefined()
    const [issue] = await journey.settled(project)
    const context = `/api/v1/issues/${issue!.id}/context?format=markdown`
    expect((await journey.client.request('GET', context)).body).toContain('fun pay() = total!!')
  })

  it('show the lines of names that a mapping file gave back', async () => {
    const build = new AndroidBuild('q', 12)
    const money = Array.from({ length: 60 }, (_, n) => `money ${n + 1}`).join('\n')
    const bundle = new SourceBundleFile([
      { url: '~/com/shop/Money.jvm', content: money },
      { url: '~/com/shop/Shop.jvm', content: CART },
    ])
    await uploads.assemble(project, `/proguard/${build.debugId}.txt`, build.mapping)
    await upload(bundle)
    const { images } = jvm(bundle).debug_meta
    const debug_meta = { images: [...images, { type: 'proguard', uuid: build.debugId }] }
    await journey.send({ kind: 'Obfuscated', ...build.event({ debug_meta }) }, project)
    expect((await frames()).slice(-2)).toMatchObject([
      { module: 'com.shop.Cart', lineno: 14, context_line: '  line 14 of the cart' },
      {
        ...{ module: 'com.shop.Money', lineno: 55, context_line: 'money 55' },
        symbolication: { map: `proguard/${build.debugId}.txt` },
      },
    ])
  })

  it('show the lines of native code by the paths of its build', async () => {
    const file = 'C:\\build\\shop\\Cart.cs'
    const bundle = new SourceBundleFile([{ path: file, content: CART }], { object_name: 'shop.dll' })
    await uploads.zip(project, [{ name: 'shop.src.zip', content: bundle.bytes }])
    const stack = [
      { function: 'Pay', abs_path: 'C:/build/shop/Cart.cs', filename: 'Cart.cs', lineno: 7 },
      { function: 'Sum', abs_path: file, filename: 'Cart.cs', lineno: 7, context_line: 'sent' },
      { function: 'Run', abs_path: 'C:/runtime/Run.cs', filename: 'Run.cs', lineno: 7, in_app: true },
    ]
    const images = [{ type: 'pe_dotnet', debug_id: `${bundle.debugId}-8fd7a22e` }]
    await send(stack, { platform: 'csharp', debug_meta: { images } })
    const shown = await frames()
    expect(shown).toMatchObject([CART_LINES, { context_line: 'sent' }, { context_line: null }])
    expect(shown[2]!.symbolication).toBeUndefined()
  })

  it('are found by what each SDK calls the ID of a binary', async () => {
    const bundle = new SourceBundleFile([{ path: '/build/src/main.rs', content: CART }])
    const id = bundle.debugId
    for (const image of [{ id }, { uuid: id.toUpperCase() }, { debug_id: id.replaceAll('-', '') }]) {
      project = await journey.client.createProject()
      await upload(bundle)
      const stack = [{ function: 'pay', abs_path: '/build/src/main.rs', lineno: 7 }]
      await send(stack, { platform: 'native', debug_meta: { images: [{ type: 'symbolic', ...image }] } })
      expect(await frames()).toMatchObject([CART_LINES])
    }
  })

  it('are of their project alone, and hide what is secret in a source', async () => {
    const content = 'String password = "hunter2hunter2";'
    const bundle = new SourceBundleFile([{ url: '~/Pay.jvm', content }])
    const stack = [{ module: 'Pay', filename: 'Pay.java', lineno: 1 }]
    await upload(bundle)
    await send(stack, jvm(bundle))
    expect((await frames())[0]!.context_line).toMatch(/^String password = /)
    expect((await frames())[0]!.context_line).not.toContain('hunter2')
    project = await journey.client.createProject()
    await send(stack, jvm(bundle))
    expect((await frames())[0]!.context_line).toBeNull()
  })

  it('that cannot be used are refused', async () => {
    const manifest = (text: object | string) => ({ name: 'manifest.json', content: JSON.stringify(text) })
    const debug_id = crypto.randomUUID()
    const source = { type: 'source', url: '~/A.jvm' }
    const refused: [Buffer, string][] = [
      [Buffer.from('SYSB and no more'), 'The bundle is not a zip file'],
      [withMagic([{ name: 'a', content: '' }]), 'The bundle has no manifest.json.'],
      [withMagic([manifest({ files: {}, debug_id })]), 'The source bundle has no sources.'],
      [
        withMagic([manifest({ files: { a: source } }), { name: 'a', content: '' }]),
        'The source bundle has no debug ID.',
      ],
      [
        withMagic([manifest({ files: { a: source }, debug_id })]),
        'The bundle lacks the file a that its manifest lists.',
      ],
    ]
    for (const [bytes, detail] of refused) {
      const answer = { state: 'error', detail: expect.stringContaining(detail), dif: null }
      expect(await uploads.assemble(project, 'shop.zip', bytes)).toMatchObject(answer)
    }
  })

  it('that inflate to far more than they are, show nothing and cost nobody else anything', async () => {
    const bomb = new SourceBundleFile([
      { url: '~/Bomb.jvm', content: 'x'.repeat(5_000_000) },
      { url: '~/Cart.jvm', content: CART },
    ])
    await upload(bomb)
    const stack = ['Bomb', 'Cart'].map((name) => ({ module: name, filename: `${name}.java`, lineno: 7 }))
    await send([{ ...stack[0], in_app: true }, stack[1]!], jvm(bomb))
    expect(await frames()).toMatchObject([
      { context_line: null, symbolication: { message: expect.stringContaining('is too large') } },
      CART_LINES,
    ])
  })
})
