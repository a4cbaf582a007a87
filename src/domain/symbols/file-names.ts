/** Release files are named by URL; `~` stands for its scheme and host. Those that belong to a build and to no release
 * are named by their debug ID behind one of these. */
export const MAPPING_PREFIX = 'proguard/'
export const SOURCE_BUNDLE_PREFIX = 'sources/'

const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
/** Longer paths are of no file: a name has at most 512 characters. */
const MAX_PATH_CHARS = 2000

/** Folders that a build may be uploaded without. */
const MAX_LEFT_OUT = 6

/** Likeliest first: with and without query, `~` for the host, a plain path, the end of it without a folder or more. */
export function scriptNames(path: string): string[] {
  if (path.length > MAX_PATH_CHARS) return []
  const whole = withoutEnd(path, '#').replace(SCHEME_AND_HOST, '~')
  const plain = withoutEnd(whole, '?')
  const rooted = plain.startsWith('~') ? plain : `~/${plain.replace(/^\.?\//, '')}`
  const bare = rooted.slice(2)
  const folders = bare.split('/')
  const base = folders.pop() ?? ''
  const ends = folders
    .slice(-MAX_LEFT_OUT)
    .map((_, at, last) => `~/${[...last.slice(at + 1), base].join('/')}`)
  const names = [whole, rooted, plain, `/${bare}`, bare, ...ends, `~/${base}`, base]
  return [...new Set(names.filter((name) => name !== '' && !name.endsWith('/')))]
}

/** `<script>.map` for each name of a script; a query stays at the end or not, as servers and tools name it. */
export function mapNamesBeside(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => [`${name}.map`, mapBeforeQuery(name)]))]
}

function mapBeforeQuery(name: string): string {
  const path = withoutEnd(name, '?')
  return `${path}.map${name.slice(path.length)}`
}

/** By RFC 3986, with its query; undefined if it leads nowhere. @param script its URL or path. */
export function resolveReference(script: string, reference: string): string | undefined {
  if (reference.length > MAX_PATH_CHARS) return undefined
  const whole = withoutEnd(reference, '#')
  const target = withoutEnd(whole, '?')
  if (target === '') return undefined
  if (SCHEME_AND_HOST.test(target) || target.startsWith('~/')) return whole
  const origin = SCHEME_AND_HOST.exec(script)?.[0] ?? (script.startsWith('~/') ? '~' : '')
  const place = withoutEnd(withoutEnd(script.slice(origin.length), '#'), '?')
  const folder = place.slice(0, place.lastIndexOf('/') + 1)
  const segments: string[] = []
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return `${origin}/${segments.join('/')}${whole.slice(target.length)}`
}

/** The path without what follows the last of its folders, for `--url-prefix`: `~/static/js`. */
export function urlPrefix(path: string): string {
  const name = scriptNames(path).find((each) => each.startsWith('~/')) ?? '~/'
  return name.slice(0, name.lastIndexOf('/')) || '~/'
}

function withoutEnd(text: string, mark: '?' | '#'): string {
  const end = text.indexOf(mark)
  return end === -1 ? text : text.slice(0, end)
}
