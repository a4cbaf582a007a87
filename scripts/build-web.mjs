// Builds the dashboard: web/ → web/dist. `--if-stale` does nothing when web/dist is newer than every source.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { changedAt, newestBelow } from './changed-at.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WEB = join(ROOT, 'web')
const DIST = join(WEB, 'dist')
/** Of what the first page waits for; whole journeys are counted in Chromium, by test/browser/feel/bytes.test.ts. */
const FIRST_PAGE_BUDGET = 129_500

/** Stored compressed as well, once, so that serving costs nothing. */
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/
/** Below this the headers are most of the answer. */
const SHORTEST_COMPRESSED = 1000

const compress = (content) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })

/** Its own sources, and what it shares with the server (`SHARED_WITH_WEB` in the architecture rules). */
const FOLDERS = ['web/src', 'web/public', 'src/contract', 'src/domain/access', 'src/domain/release']

function isFresh() {
  const builtAt = changedAt(join(DIST, 'index.html'))
  const sources = [
    'web/index.html',
    'web/vite.config.ts',
    'package.json',
    'package-lock.json',
    'scripts/build-web.mjs',
  ]
  const newest = Math.max(
    ...sources.map((path) => changedAt(join(ROOT, path))),
    ...FOLDERS.map((path) => newestBelow(join(ROOT, path))),
  )
  return builtAt > newest
}

function filesBelow(folder, prefix = '') {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`)
      : [`${prefix}${entry.name}`],
  )
}

/**
 * Writes assets first and index.html last, by rename: a server that is running meanwhile, or a second build,
 * never shows a page whose assets are missing.
 */
function publish(files) {
  for (const [name, content] of files) {
    const path = join(DIST, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, content)
    if (name !== 'index.html') renameSync(`${path}.${process.pid}`, path)
  }
  renameSync(join(DIST, `index.html.${process.pid}`), join(DIST, 'index.html'))
  for (const name of filesBelow(DIST)) {
    if (!files.has(name) && !/\.\d+$/.test(name)) rmSync(join(DIST, name), { force: true })
  }
}

/** The chunk and everything it imports statically, by file name. */
function withImports(chunk, chunks, found = new Set()) {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
  for (const name of chunk.imports) withImports(chunks.get(name), chunks, found)
  return found
}

function reportSize(output) {
  const chunks = new Map(output.filter((file) => file.type === 'chunk').map((file) => [file.fileName, file]))
  const initial = new Set(output.map((file) => file.fileName).filter((name) => name.endsWith('.css')))
  for (const chunk of chunks.values()) {
    if (chunk.isEntry) for (const name of withImports(chunk, chunks)) initial.add(name)
  }
  const bytes = (file) => compress(file.type === 'chunk' ? file.code : file.source).length
  const total = output
    .filter((file) => initial.has(file.fileName))
    .reduce((sum, file) => sum + bytes(file), 0)
  const verdict = total <= FIRST_PAGE_BUDGET ? 'within' : 'OVER'
  console.log(
    `web: the first page waits for ${(total / 1000).toFixed(1)} kB (brotli) in ${initial.size} files, ${verdict} the budget of ${FIRST_PAGE_BUDGET / 1000} kB`,
  )
  if (process.argv.includes('--sizes')) {
    for (const file of output) {
      console.log(`${initial.has(file.fileName) ? '*' : ' '} ${file.fileName} ${bytes(file)}`)
    }
  }
  return total <= FIRST_PAGE_BUDGET
}

const NOT_INSTALLED =
  'What builds the dashboard is not installed: npm left it out (--omit=dev, NODE_ENV=production).'

/** Null if npm left out the build dependencies. */
async function loadVite() {
  try {
    return await import('vite')
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return null
  }
}

/** A dashboard that was built elsewhere, or before, is served; without one there is nothing to start. */
function goOnWithout() {
  if (changedAt(join(DIST, 'index.html')) > 0) {
    console.error(`warning: ${NOT_INSTALLED} The dashboard in web/dist is served as it is.`)
    return
  }
  console.error(
    `errata: ${NOT_INSTALLED} Run \`npm ci --include=dev\` and start again; ` +
      'once web/dist is built, `npm prune --omit=dev` may remove it.',
  )
  process.exitCode = 1
}

async function buildWeb() {
  // A test runner's own NODE_ENV would make it a development build.
  process.env.NODE_ENV = 'production'
  const vite = await loadVite()
  if (!vite) return goOnWithout()
  const { build } = vite
  const { output } = await build({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    build: { write: false, copyPublicDir: false },
  })
  const files = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
  for (const name of filesBelow(join(WEB, 'public'))) {
    files.set(name, readFileSync(join(WEB, 'public', name)))
  }
  const styles = ['tokens.css', 'docs.css'].map((name) => readFileSync(join(WEB, 'src/styles', name), 'utf8'))
  files.set('docs.css', styles.join('\n'))
  for (const [name, content] of [...files]) {
    if (!COMPRESSED.test(name) || content.length < SHORTEST_COMPRESSED) continue
    files.set(`${name}.br`, compress(content))
    files.set(`${name}.gz`, gzipSync(content, { level: 9 }))
  }
  publish(files)
  if (!reportSize(output) && process.argv.includes('--budget')) process.exitCode = 1
}

if (!(process.argv.includes('--if-stale') && isFresh())) await buildWeb()
