// Builds the server: src/ → dist, a file for what runs in every thread and one for each thread's own part
// (docs/decisions/0100). `--if-stale` does nothing when dist is newer than every source. `--alone` leaves nothing of
// the build before.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changedAt, newestBelow } from './changed-at.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SRC = join(ROOT, 'src')
const DIST = join(ROOT, 'dist')
const ENTRY = join(DIST, 'main.js')
/** Names the files of `server` that are only there for a server that still runs the build before. */
const KEPT = 'kept.json'

/** Stay packages: native code, files of their own, or what few installations load. */
const PACKAGES = /^(?:better-sqlite3|@node-rs\/argon2|pino|pg|nodemailer|openid-client|@zxcvbn-ts\/.+)$/

const NOT_INSTALLED =
  'What builds the server is not installed: npm left it out (--omit=dev, NODE_ENV=production).'

function isFresh() {
  const sources = ['package-lock.json', 'scripts/build-server.mjs'].map((name) => changedAt(join(ROOT, name)))
  return changedAt(ENTRY) > Math.max(...sources, newestBelow(SRC))
}

/** Of all sources. */
function sourceHash() {
  const hash = createHash('sha256')
  for (const name of readdirSync(SRC, { recursive: true }).sort()) {
    const path = join(SRC, name)
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('base64url').slice(0, 8)
}

/** A thread's file is built as an entry of its own, beside all others, and like them has a name of its own in each
 * build: a server that is running starts threads later. */
const threads = (build) => ({
  name: 'threads',
  transform(code, id) {
    if (!id.startsWith(SRC)) return null
    return code.replace(/new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g, (_, path) => {
      const name = `${basename(path)}-${build}`
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`), fileName: `server/${name}.js` })
      return `new URL('./${name}.js', import.meta.url)`
    })
  },
})

/** V8 keeps a file in one byte per character as long as it has only these. */
const ascii = {
  name: 'ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped)
    }
  },
}
const escaped = (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Null if npm left out the build dependencies. */
async function loadBundler() {
  try {
    return await import('rolldown')
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return null
  }
}

function goOnWithout() {
  if (existsSync(ENTRY)) {
    console.error(`warning: ${NOT_INSTALLED} The server in dist is started as it is.`)
    return
  }
  console.error(
    `errata: ${NOT_INSTALLED} Run \`npm ci --include=dev\` and start again; ` +
      'once dist is built, `npm prune --omit=dev` may remove it.',
  )
  process.exitCode = 1
}

/** The folders lie as deep as in src, so that paths from a module to other files are the same in both. */
async function bundle(rolldown, dir) {
  const build = await rolldown({
    input: { main: join(SRC, 'main.ts') },
    cwd: ROOT,
    platform: 'node',
    external: PACKAGES,
    plugins: [threads(sourceHash()), ascii],
  })
  await build.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'server/[name]-[hash].js',
    comments: false,
  })
  await build.close()
  cpSync(join(SRC, 'http/ingest/dialog/dialog.js'), join(dir, 'server/dialog.js'))
  const isSql = (path) => statSync(path).isDirectory() || path.endsWith('.sql')
  cpSync(join(SRC, 'storage/migrations'), join(dir, 'migrations'), { recursive: true, filter: isSql })
}

const keptIn = (dist) =>
  existsSync(join(dist, KEPT)) ? JSON.parse(readFileSync(join(dist, KEPT), 'utf8')) : []

/** A server that is running loads some of its files late. Those of its build stay; those of builds before go. */
function keepPrevious(dir) {
  if (!existsSync(ENTRY)) return
  const [own, kept] = [readdirSync(join(dir, 'server')), keptIn(DIST)]
  const names = readdirSync(join(DIST, 'server')).filter(
    (name) => !own.includes(name) && !kept.includes(name),
  )
  for (const name of names) linkSync(join(DIST, 'server', name), join(dir, 'server', name))
  writeFileSync(join(dir, KEPT), JSON.stringify(names))
}

/** Another start may have built the same meanwhile. */
function replaceDist(dir) {
  try {
    keepPrevious(dir)
    rmSync(DIST, { recursive: true, force: true })
    renameSync(dir, DIST)
  } catch (error) {
    if (!isFresh()) throw error
  }
}

function dropPrevious() {
  for (const name of keptIn(DIST)) rmSync(join(DIST, 'server', name), { force: true })
  rmSync(join(DIST, KEPT), { force: true })
}

async function buildServer() {
  const bundler = await loadBundler()
  if (!bundler) return goOnWithout()
  const dir = `${DIST}-${process.pid}`
  try {
    await bundle(bundler.rolldown, dir)
    replaceDist(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

if (!(process.argv.includes('--if-stale') && isFresh())) await buildServer()
if (process.argv.includes('--alone')) dropPrevious()
