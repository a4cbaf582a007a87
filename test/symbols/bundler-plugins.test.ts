import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { EventPage } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { STOCK, stockMissing } from '../support/stock-package.ts'
import { runTool } from '../support/symbols/sentry-cli.ts'

interface Bundler {
  name: string
  /** Files of the application by name. */
  files: Record<string, string>
  /** Arguments of Node that build it into `dist/assets`. */
  build: string[]
  /** Path of the source as its map names it. */
  source: string
}

const OPTIONS = `{ release: { name: 'web@2.0.0' }, telemetry: false }`
const SOURCE = [
  'export function pay(cart) {',
  '  return cart.total.amount + 1',
  '}',
  'console.log(pay(globalThis.cart))',
].join('\n')

const VITE = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin/vite.js')
const REQUIRE = `import { createRequire } from 'node:module'
const require = createRequire(${JSON.stringify(join(STOCK, 'package.json'))})`
const VITE_CONFIG = `${REQUIRE}
const { sentryVitePlugin } = require('@sentry/vite-plugin')
export default {
  build: { sourcemap: true, outDir: 'dist', rollupOptions: { input: 'main.js' } },
  plugins: [sentryVitePlugin(${OPTIONS})],
}`
const WEBPACK_BUILD = `${REQUIRE}
const webpack = require('webpack')
const { sentryWebpackPlugin } = require('@sentry/webpack-plugin')
webpack({
  mode: 'production',
  devtool: 'source-map',
  entry: './main.js',
  output: { path: import.meta.dirname + '/dist/assets' },
  plugins: [sentryWebpackPlugin(${OPTIONS})],
}, (error, stats) => {
  console.log(stats?.toString())
  process.exitCode = error || stats.hasErrors() ? 1 : 0
})`

const BUNDLERS: Bundler[] = [
  {
    name: 'Vite',
    files: { 'vite.config.mjs': VITE_CONFIG },
    build: [VITE, 'build'],
    source: 'main.js',
  },
  {
    name: 'webpack',
    files: { 'build.mjs': WEBPACK_BUILD },
    build: ['build.mjs'],
    source: 'main.js',
  },
]

const engines = ONE_ENGINE.map((one) => ({
  ...one,
  missing: one.missing ?? stockMissing('@sentry/vite-plugin'),
}))

describeOn(engines, 'the plugins of bundlers', (engine) => {
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))

  it.each(BUNDLERS)(
    '$name uploads the maps of a build, by which its errors are resolved',
    async (bundler) => {
      const { secret: token } = await journey.token(['write:admin'])
      const folder = folderOf(bundler)
      const project = await journey.client.createProject(bundler.name)
      const settings = { url: journey.service.url, token, project: project.slug, folder }
      const built = await runTool(process.execPath, bundler.build, settings)
      expect(built.code, built.text).toBe(0)
      const event = eventOf(join(folder, 'dist/assets'))
      rmSync(folder, { recursive: true, force: true })
      await journey.send(event, project)
      const [issue] = await journey.settled(project)
      const { events } = await journey.client.get<EventPage>(`/api/v1/issues/${issue!.id}/events`)
      expect(events[0]!.stack_frames[0], built.text).toMatchObject({
        filename: bundler.source,
        lineno: 2,
        context_line: '  return cart.total.amount + 1',
        symbolication: { status: 'resolved', by: 'debug_id' },
      })
    },
  )
})

function folderOf({ files }: Bundler): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-bundler-'))
  const all = { ...files, 'main.js': SOURCE, 'package.json': '{"name":"web","type":"module"}' }
  for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content)
  mkdirSync(join(folder, 'node_modules'))
  return folder
}

/** The error that the only script of a build ends with. */
function eventOf(assets: string): Record<string, unknown> & { kind: string } {
  const name = readdirSync(assets).find((each) => each.endsWith('.js'))!
  const script = readFileSync(join(assets, name), 'utf8')
  const lines = script.split('\n')
  const line = lines.findIndex((each) => each.includes('.total.amount'))
  const url = `https://shop.example.com/assets/${name}`
  const frame = {
    ...{ abs_path: url, function: 'a', in_app: true },
    lineno: line + 1,
    colno: lines[line]!.indexOf('total.amount') + 1,
  }
  const [debug_id] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(script)!
  return {
    kind: 'built',
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'x', stacktrace: { frames: [frame] } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: url, debug_id }] },
  }
}
