// `npm pack`: src/ → dist/ as JavaScript, since Node runs no TypeScript below node_modules. Lines and columns stay as
// they are, because types only become spaces; the dashboard is built as well.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
/** What an import or the URL of a thread names: one of our files, by its place or through `imports` of package.json. */
const OUR_FILE = /(?<=(['"])(?:\.{1,2}\/|#)[^'"\n]*)\.ts(?=\1)/g

rmSync(DIST, { recursive: true, force: true })
cpSync(join(ROOT, 'src'), DIST, { recursive: true, filter: (path) => !/\.test\.ts$/.test(path) })
for (const name of readdirSync(DIST, { recursive: true })) {
  const path = join(DIST, name)
  if (!name.endsWith('.ts')) continue
  writeFileSync(path, stripTypeScriptTypes(readFileSync(path, 'utf8')).replaceAll(OUR_FILE, '.js'))
  renameSync(path, path.replace(/\.ts$/, '.js'))
}
const { version, type, imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
/** The nearest package.json says what `#` means. */
const here = Object.entries(imports).map(([name, path]) => [
  name,
  path.replace('./src/', './').replace(/\.ts$/, '.js'),
])
writeFileSync(
  join(DIST, 'package.json'),
  `${JSON.stringify({ version, type, imports: Object.fromEntries(here) }, null, 2)}\n`,
)
