import type { StackFrame } from '../event/event.ts'

export const SOURCE_LINK_LIMITS = { textChars: 5000, rules: 20 } as const

/** Where files whose path begins with `prefix` are shown. Empty: all with a relative path. */
export interface SourceLinkRule {
  prefix: string
  url: string
}

type Place = Pick<StackFrame, 'filename' | 'abs_path' | 'module' | 'lineno' | 'in_app'>

/** The host ends before any placeholder: `https://example.com{path}` would be whose host a sender chooses. */
const BEGINNING = /^https?:\/\/[^/\\?#{}]+\//
const PLACEHOLDER = /\{(\w*)\}/g
const NAMES = new Set(['path', 'line', 'release', 'version'])
/** What GitHub, GitLab and Bitbucket call the newest commit of the default branch. */
const NEWEST = 'HEAD'
/** As bundlers and Sentry's tools write the root of the sources. */
const ROOT = /^(?:webpack(?:-internal)?:\/\/[^/]*\/|app:\/\/\/?|rollup:\/\/[^/]*\/|file:\/\/|~\/)/
/** As URLs and drives of Windows begin. */
const SCHEME = /^[a-z][\w+.-]*:/i
const FILE_OF_CLASS = /^[\w$]+\.(?:java|kt|kts|scala|groovy|clj)$/

/** Reads one rule per line, `PREFIX -> URL` or a URL alone; lines that begin with `#` are comments.
 * @returns what is wrong with the first line that isn't a rule, and what to do */
export function readSourceLinks(text: string): { rules: SourceLinkRule[]; problem: string | null } {
  const rules: SourceLinkRule[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const arrow = trimmed.lastIndexOf('->')
    const rule = {
      prefix: arrow < 0 ? '' : trimmed.slice(0, arrow).trim().replaceAll('\\', '/'),
      url: trimmed.slice(arrow < 0 ? 0 : arrow + 2).trim(),
    }
    rules.push(rule)
    const problem =
      rules.length > SOURCE_LINK_LIMITS.rules ? `Use at most ${SOURCE_LINK_LIMITS.rules}.` : problemOf(rule)
    if (problem !== null) return { rules: [], problem: `Line ${index + 1}: ${problem}` }
  }
  return { rules, problem: null }
}

function problemOf({ url }: SourceLinkRule): string | null {
  if (!BEGINNING.test(url) || !URL.canParse(url.replace(PLACEHOLDER, 'x')))
    return 'Use a URL that begins with https://, such as https://github.com/acme/shop/blob/{release}/{path}#L{line}.'
  const unknown = url.matchAll(PLACEHOLDER).find(([, name]) => !NAMES.has(name!))
  if (unknown) return `There is no ${unknown[0]}. Use {path}, {line}, {release} and {version}.`
  return url.includes('{path}') ? null : 'The URL needs {path}, where the path of the file goes.'
}

/** Where the source of a frame of the application is shown: by the first rule that knows its path. Null: by none. */
export function sourceLink(rules: readonly SourceLinkRule[], frame: Place, release: string): string | null {
  if (!frame.in_app) return null
  const paths = framePaths(frame)
  for (const { prefix, url } of rules) {
    const path = paths.map((known) => pathBehind(prefix, known)).find((found) => found !== null)
    if (path) return filled(url, { path, line: frame.lineno, release })
  }
  return null
}

/** As the client wrote them; first the one that is most likely to be a path within the repository. */
export function framePaths({ filename, abs_path, module }: Place): string[] {
  const names = [classPath(module, filename), filename, abs_path]
  return names.filter((name) => name !== null && name !== '').map((name) => name!.replaceAll('\\', '/'))
}

/** `com.acme.shop.Billing` in `Billing.java` → `com/acme/shop/Billing.java`. */
function classPath(module: string | null, filename: string | null): string | null {
  if (module === null || filename === null || !FILE_OF_CLASS.test(filename)) return null
  const folders = module.split('.').slice(0, -1)
  return folders.length === 0 ? null : [...folders, filename].join('/')
}

function pathBehind(prefix: string, known: string): string | null {
  const path = known.split(/[?#]/, 1)[0]!
  const within = path.replace(ROOT, '')
  const found = prefix === '' ? within : [path, within].find((candidate) => candidate.startsWith(prefix))
  const rest = found?.slice(prefix.length).replace(prefix === '' ? /^(?:\.{1,2}\/)+/ : /^\/+/, '')
  return !rest || rest.startsWith('/') || SCHEME.test(rest) ? null : rest
}

/** Null for a path or a release that would lead out of the place that the rule names. */
function filled(
  url: string,
  { path, line, release }: { path: string; line: number | null; release: string },
): string | null {
  const version = release.slice(release.lastIndexOf('@') + 1).split('+', 1)[0]!
  if ([path, release, version].some(hasDots)) return null
  const values = new Map([
    ['path', escaped(path)],
    ['line', String(line ?? 1)],
    ['release', escaped(release || NEWEST)],
    ['version', escaped(version || NEWEST)],
  ])
  return url.replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? '')
}

function hasDots(path: string): boolean {
  return path.split('/').some((part) => part === '.' || part === '..')
}

function escaped(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')
}
