// Builds the server: src/ → dist, a file for what runs in every thread and one for each thread's own part
// (docs/decisions/0100). `--if-stale` does nothing when dist is newer than every source. `--alone` leaves nothing of
// the build before.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
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
/** Names the files that are only there for a server that still runs a build before. */
const KEPT = join(DIST, 'replaced.json')
const KEPT_MS = 3_600_000

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

/** When files of builds before were replaced, epoch ms, by their names. */
const kept = () => (existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {})

/** Nothing is missing at any moment: others may build, or start what is there. The entry comes last. */
function publish(dir, own) {
  for (const [folder, names] of Object.entries(own)) {
    mkdirSync(join(DIST, folder), { recursive: true })
    for (const name of names) renameSync(join(dir, folder, name), join(DIST, folder, name))
  }
  renameSync(join(dir, basename(ENTRY)), ENTRY)
}

/** A server that is running loads some of its files late, and one that starts has not loaded them all. Those of the build
 * before stay, and those of any that was replaced within the hour; a migration goes with its source. */
function keepReplaced(own) {
  const [now, before] = [Date.now(), kept()]
  const isReplaced = (folder) => (name) => !own[folder].includes(name)
  const replaced = readdirSync(join(DIST, 'server')).filter(isReplaced('server'))
  const isOld = (name) => now - (before[name] ?? now) > KEPT_MS
  for (const name of replaced.filter(isOld)) rmSync(join(DIST, 'server', name), { force: true })
  for (const name of readdirSync(join(DIST, 'migrations')).filter(isReplaced('migrations')))
    rmSync(join(DIST, 'migrations', name), { force: true })
  const times = replaced.filter((name) => !isOld(name)).map((name) => [name, before[name] ?? now])
  writeFileSync(`${KEPT}.${process.pid}`, JSON.stringify(Object.fromEntries(times)))
  renameSync(`${KEPT}.${process.pid}`, KEPT)
}

function dropPrevious() {
  for (const name of Object.keys(kept())) rmSync(join(DIST, 'server', name), { force: true })
  rmSync(KEPT, { force: true })
}

async function buildServer() {
  const bundler = await loadBundler()
  if (!bundler) return goOnWithout()
  const dir = `${DIST}-${process.pid}`
  try {
    await bundle(bundler.rolldown, dir)
    const own = {
      server: readdirSync(join(dir, 'server')),
      migrations: readdirSync(join(dir, 'migrations')),
    }
    publish(dir, own)
    keepReplaced(own)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

if (!(process.argv.includes('--if-stale') && isFresh())) await buildServer()
if (process.argv.includes('--alone')) dropPrevious()
