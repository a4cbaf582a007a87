import type { Aliases } from './architecture-rules.ts'
import { resolveImport, type SourceFile } from './source-file.ts'

/** Imports in `web/src` point to a strictly smaller rank or stay inside their folder, as in `src`. */
const RANKS: Readonly<Record<string, number>> = {
  browser: 0,
  api: 1,
  format: 1,
  url: 1,
  command: 2,
  live: 2,
  session: 2,
  components: 3,
  entities: 4,
  triage: 5,
  layout: 6,
  screens: 7,
  app: 8,
  main: 9,
}
const ROOT = 'web/src/'
/** Folders of which each part is a unit of its own that imports none of the others. */
const APART = ['screens', 'screens/settings']

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** `screens/alerts/alert-row.tsx` → `screens/alerts`, `screens/settings/keys/…` → `screens/settings/keys`. */
function unitOf(path: string): string {
  const parts = path.split('/')
  let depth = 1
  while (APART.includes(parts.slice(0, depth).join('/')) && parts.length > depth + 1) depth += 1
  return parts
    .slice(0, depth)
    .join('/')
    .replace(/\.tsx?$/, '')
}

const rankOf = (unit: string): number | undefined => RANKS[unit.split('/')[0] ?? '']

/** Imports of the dashboard that point up or sideways: a screen knows no other screen. */
export function webImportsAcross(files: SourceFile[], aliases: Aliases): string[] {
  return files
    .filter(({ path }) => path.startsWith(ROOT) && !isTest(path))
    .flatMap((file) =>
      file.imports.map((specifier) => problemOf(file.path, resolveImport(file.path, specifier, aliases))),
    )
    .filter((problem) => problem !== null)
}

function problemOf(from: string, to: string | null): string | null {
  if (!to?.startsWith(ROOT)) return null
  const [own, other] = [unitOf(from.slice(ROOT.length)), unitOf(to.slice(ROOT.length))]
  if (own === other) return null
  const [rank, otherRank] = [rankOf(own), rankOf(other)]
  if (rank === undefined) return `${from} is in a folder without a rank`
  if (otherRank === undefined) return `${from} imports ${to}, which is in a folder without a rank`
  if (otherRank < rank) return null
  return otherRank === rank
    ? `${own} imports its neighbour: ${from} → ${to}`
    : `${from} imports ${to}, which ranks above it`
}

/** A key is written once, with its query; readers and writers of the cache take it from there. */
export function looseQueryKeys(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith(ROOT) && !isTest(path))
    .flatMap(({ path, looseQueryKeys: lines }) =>
      lines.map((line) => `${path}:${line} writes out the key of a query that is defined elsewhere`),
    )
}

const DIALOG = 'web/src/components/overlay/dialog'
/** Dialogs of a screen are made of `form-dialog.tsx` and what is built on it, so that all ask, fail and close alike. */
export function handMadeDialogs(files: SourceFile[], aliases: Aliases): string[] {
  return files
    .filter(({ path }) => path.startsWith(ROOT) && !path.startsWith(`${ROOT}components/overlay/`))
    .filter(({ path, imports }) =>
      imports.some(
        (specifier) =>
          specifier === '@base-ui/react/dialog' ||
          (resolveImport(path, specifier, aliases) ?? '').startsWith(DIALOG),
      ),
    )
    .map(({ path }) => `${path} makes a dialog by hand`)
}
