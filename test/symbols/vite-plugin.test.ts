import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventPage } from '../support/client/api-client.ts'
import { Journey } from '../support/journey.ts'
import { runTool } from '../support/symbols/sentry-cli.ts'

const PLUGIN = import.meta.resolve('@sentry/vite-plugin')
const VITE = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin/vite.js')
const SOURCE = [
  'export function pay(cart: { total: { amount: number } }): number {',
  '  return cart.total.amount + 1',
  '}',
  'console.log(pay((globalThis as never)["cart"]))',
].join('\n')
const CONFIG = `import { sentryVitePlugin } from '${PLUGIN}'
export default {
  build: { sourcemap: true, outDir: 'dist', rollupOptions: { input: 'main.ts' } },
  plugins: [sentryVitePlugin({ release: { name: 'web@2.0.0' }, telemetry: false })],
}`

describe('the Vite plugin', () => {
  let journey: Journey
  let folder: string
  beforeAll(async () => {
    journey = await Journey.start()
    folder = mkdtempSync(join(tmpdir(), 'errata-vite-'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'vite.config.mjs'), CONFIG)
    writeFileSync(join(folder, 'main.ts'), SOURCE)
    mkdirSync(join(folder, 'node_modules'))
  })
  afterAll(async () => {
    await journey?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('uploads the maps of a build, by which its errors are resolved', async () => {
    const { secret: token } = await journey.token(['write:admin'])
    const settings = { url: journey.service.url, token, project: journey.project.slug, folder }
    const built = await runTool(process.execPath, [VITE, 'build'], settings)
    expect([built.code, built.text]).toEqual([0, expect.stringContaining('built in')])
    const assets = join(folder, 'dist/assets')
    const name = readdirSync(assets).find((each) => each.endsWith('.js'))!
    const script = readFileSync(join(assets, name), 'utf8')
    const lines = script.split('\n')
    const line = lines.findIndex((each) => each.includes('.total.amount'))
    const url = `https://shop.example.com/assets/${name}`
    const frame = {
      abs_path: url,
      function: 'a',
      lineno: line + 1,
      colno: lines[line]!.indexOf('total.amount') + 1,
      in_app: true,
    }
    await journey.send({
      kind: 'built',
      platform: 'javascript',
      exception: { values: [{ type: 'TypeError', value: 'x', stacktrace: { frames: [frame] } }] },
      debug_meta: {
        images: [
          {
            type: 'sourcemap',
            code_file: url,
            debug_id: /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(script)![0],
          },
        ],
      },
    })
    const [issue] = await journey.settled()
    const { events } = await journey.client.get<EventPage>(`/api/v1/issues/${issue!.id}/events`)
    expect([events[0]!.stack_frames[0], built.text]).toMatchObject([
      {
        filename: 'main.ts',
        lineno: 2,
        context_line: '  return cart.total.amount + 1',
        symbolication: { status: 'resolved', by: 'debug_id' },
      },
      expect.anything(),
    ])
  })
})
