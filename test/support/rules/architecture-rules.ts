import { resolveImport, type SourceFile } from './source-file.ts'

/** A rule takes all modules and returns one sentence per violation. */
export type Aliases = Readonly<Record<string, string>>

/**
 * Imports point to a strictly smaller rank, or stay inside their own folder. Equal ranks never meet: they
 * hand over through the journal and the outbox.
 */
const RANKS: Readonly<Record<string, number>> = {
  contract: 0,
  platform: 1,
  domain: 1,
  storage: 2,
  journal: 2,
  symbols: 2.5,
  ingest: 3,
  pipeline: 3,
  actions: 3,
  http: 4,
  app: 5,
  cli: 6,
  main: 7,
}
/** Walls that ranks alone would let through. */
const FORBIDDEN: readonly (readonly [string, string])[] = [
  // What people and programs do is in `actions`; the API and the command line both call it.
  ['http', 'storage'],
  ['cli', 'http'],
  ['http', 'pipeline'],
  ['domain', 'platform'],
]
const SQL_PACKAGES = ['kysely', 'better-sqlite3', 'pg', 'node:sqlite']
const SQL_FOLDERS = ['storage', 'journal']
const ENVIRONMENT_READERS = ['src/platform/config/config.ts', 'src/main.ts']
const PURE_NODE_MODULES = ['node:crypto', 'node:buffer', 'node:util', 'node:net']
const IMPURE_READS = ['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID', 'process.env']
const MAX_FOLDER_FILES = 20
const MAX_FILE_LINES = 300
const MAX_FUNCTION_LINES = 60
const MAX_PARAMETERS = 3
const MEANINGLESS_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'index', 'shared']
/** In pieces, so that this file passes its own rule. */
const SILENCERS = ['ts-' + 'ignore', 'ts-' + 'nocheck', 'biome-' + 'ignore', 'TO' + 'DO', 'FIX' + 'ME']

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const withoutExtension = (path: string) => path.replace(/\.tsx?$/, '')

/** `src/storage/issue/issue.ts` → `storage`, `src/app.ts` → `app`, anything outside src → null. */
export function layerOf(path: string): string | null {
  const [top, next] = path.split('/')
  return top === 'src' && next ? withoutExtension(next) : null
}

export function upwardImports(files: SourceFile[], aliases: Aliases): string[] {
  return files
    .filter((file) => layerOf(file.path) && !isTest(file.path))
    .flatMap((file) => file.imports.map((specifier) => importProblem(file.path, specifier, aliases)))
    .filter((problem) => problem !== null)
}

function importProblem(from: string, specifier: string, aliases: Aliases): string | null {
  const to = resolveImport(from, specifier, aliases)
  if (to === null) return specifier.startsWith('#') ? `${from} imports the unknown ${specifier}` : null
  const [own, other] = [layerOf(from)!, layerOf(to)]
  if (own === other) return isTest(to) ? `${from} imports the test ${to}` : null
  if (other === null) return to === 'package.json' ? null : `${from} imports ${to}, which is not part of src`
  const [rank, otherRank] = [RANKS[own], RANKS[other]]
  if (rank === undefined) return `${from} is in a folder without a rank`
  if (otherRank === undefined) return `${from} imports ${to}, which is in a folder without a rank`
  if (otherRank >= rank) return `${from} (rank ${rank}) imports ${to} (rank ${otherRank})`
  if (FORBIDDEN.some(([a, b]) => a === own && b === other)) return `${from} imports ${to}: a wall`
  return null
}

/** Circles of imports, type imports included: each as its members in order of discovery. */
export function importCircles(files: SourceFile[], aliases: Aliases): string[] {
  const known = new Set(files.map((file) => file.path))
  const targets = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .map((specifier) => resolveImport(file.path, specifier, aliases))
        .filter((to) => to && known.has(to)),
    ]),
  )
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const circles: string[] = []
  function visit(path: string): void {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    trail.push(path)
    for (const target of targets.get(path) ?? []) visit(target!)
    trail.pop()
    state.set(path, 'done')
  }
  for (const path of known) visit(path)
  return circles
}

export function sqlOutsideStorage(files: SourceFile[]): string[] {
  return files
    .filter((file) => layerOf(file.path) && !isTest(file.path) && !SQL_FOLDERS.includes(layerOf(file.path)!))
    .flatMap((file) =>
      file.imports
        .filter((specifier) =>
          SQL_PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
        )
        .map((specifier) => `${file.path} imports ${specifier}`),
    )
}

export function environmentReadsOutsideConfig(files: SourceFile[]): string[] {
  return files
    .filter((file) => layerOf(file.path) && !isTest(file.path) && !ENVIRONMENT_READERS.includes(file.path))
    .filter((file) => file.memberReads.includes('process.env'))
    .map((file) => `${file.path} reads process.env`)
}

/** The domain is a function of its arguments: no I/O, no clock, no randomness. */
export function impureDomain(files: SourceFile[]): string[] {
  return files
    .filter((file) => layerOf(file.path) === 'domain' && !isTest(file.path))
    .flatMap((file) => [
      ...file.imports
        .filter((specifier) => specifier.startsWith('node:') && !PURE_NODE_MODULES.includes(specifier))
        .map((specifier) => `${file.path} imports ${specifier}`),
      ...IMPURE_READS.filter((name) => file.memberReads.includes(name)).map(
        (name) => `${file.path} uses ${name}`,
      ),
    ])
}

/** The contract is read by browsers too. */
export function contractWithSystemImports(files: SourceFile[]): string[] {
  return files
    .filter((file) => layerOf(file.path) === 'contract' && !isTest(file.path))
    .flatMap((file) =>
      file.imports
        .filter(
          (specifier) =>
            !specifier.startsWith('.') && specifier !== 'zod' && !specifier.startsWith('#contract/'),
        )
        .map((specifier) => `${file.path} imports ${specifier}`),
    )
}

/** What the dashboard shares with the server beside the contract: who may do what, and which release is the newest. */
const SHARED_WITH_WEB = new Set([
  'src/domain/access/permissions.ts',
  'src/domain/access/member-rule.ts',
  'src/domain/release/newest-release.ts',
])

export function webImportsBeyondContract(files: SourceFile[], aliases: Aliases): string[] {
  return files
    .filter((file) => file.path.startsWith('web/') && !isTest(file.path))
    .flatMap((file) =>
      file.imports
        .map((specifier) => resolveImport(file.path, specifier, aliases))
        .filter((to) => to !== null && !isOpenToWeb(to))
        .map((to) => `${file.path} imports ${to}`),
    )
}

function isOpenToWeb(path: string): boolean {
  return path.startsWith('web/') || path.startsWith('src/contract/') || SHARED_WITH_WEB.has(path)
}

/** Tests are exempt from the function budget (a `describe` is one function), not from the file budget. */
export function overBudget(files: SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...(file.lines > MAX_FILE_LINES ? [`${file.path} has ${file.lines} lines`] : []),
    ...(isTest(file.path) ? [] : file.functions)
      .filter(({ lines, parameters }) => lines > MAX_FUNCTION_LINES || parameters > MAX_PARAMETERS)
      .map(
        ({ name, lines, parameters }) => `${file.path}: ${name} has ${lines} lines, ${parameters} parameters`,
      ),
  ])
}

/** Folders with more files of their own than a reader takes in at once. */
export function crowdedFolders(files: SourceFile[]): string[] {
  return [...Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/')))]
    .filter(([, inside]) => inside.length > MAX_FOLDER_FILES)
    .map(([folder, inside]) => `${folder} has ${inside.length} files`)
}

/** Folders and modules whose name says nothing. */
export function meaninglessNames(files: SourceFile[]): string[] {
  return files
    .filter((file) =>
      withoutExtension(file.path)
        .split('/')
        .some((part) => MEANINGLESS_NAMES.includes(part)),
    )
    .map((file) => `${file.path} has a name that says nothing`)
}

export function silencedChecks(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    SILENCERS.filter((word) => file.comments.some((comment) => comment.includes(word))).map(
      (word) => `${file.path} contains ${word}`,
    ),
  )
}

/** Migrations are `0001-name.sql`, counted up from 1 without a gap. */
export function misnumberedMigrations(names: string[]): string[] {
  return [...names].sort().flatMap((name, index) => {
    const expected = String(index + 1).padStart(4, '0')
    return new RegExp(`^${expected}-[a-z0-9]+(-[a-z0-9]+)*\\.sql$`).test(name)
      ? []
      : [`${name} should be named ${expected}-….sql`]
  })
}
