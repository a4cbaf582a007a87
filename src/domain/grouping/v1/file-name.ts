import { isUrl } from '../../web/url-path.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

export const NO_PLACE: ReadonlySet<string> = new Set([
  '[native code]',
  'native code',
  'eval code',
  '<anonymous>',
  '<asynchronous suspension>',
])

const MIN_HASHED_CHARS = 12
/** Between the name of a bundle and its suffixes: `.`, `-` or `_`, a hash, and `.chunk.js`, `._.js`, `.mjs` … */
const HEX_HASH =
  /(?:^|[._-])(?=[a-f]{0,63}\d)[0-9a-f]{8,64}(?=(?:\.(?:chunk|bundle|min|cache|_)){0,2}\.(?:[cm]?js|css|php)$)/
/** Bundlers that hash in base 64 or 32 take eight characters after a dash, a dot or an underscore. */
const SHORT_HASH = /[._-]([\w-]{8})(?=\.[cm]?js$)/
/** Words, perhaps with a number (`settings`, `LineItem`, `by-name2`, `Version2`), a number, or a hash that
 * `HEX_HASH` takes. */
const WORDS = /^[A-Z]?[a-z]+(?:[-_][A-Z]?[a-z]+|[A-Z][a-z]+)*[-_]?\d?$|^[\d_-]+$|^[\da-f]+$/

/** All code of a React Native app, under the name that its system, its tool or an update gave it. */
const APP_BUNDLE =
  /^(?:index(?:\.(?:android|ios|native))?\.(?:js)?bundle|main\.jsbundle|bundle-\w{8,64}(?:\.bundle)?|[0-9a-f]{16,64}\.bundle|[\w.-]{1,100}\.hbc)$/

/** Each build numbers chunks again. */
const NUMBERED_CHUNK = /^\d{1,9}(?:\.(?:chunk|bundle|min))?\.[cm]?js$/

/** Nothing but a hash: in base 64, as Nuxt and Rolldown name chunks, or in hex, as Expo names an update of an app. */
const ONLY_HASH = /^(?=.{0,7}\d)(?=.{0,7}[A-Z])(?=.{0,7}[a-z])[\w-]{8}\.[cm]?js$|^[0-9a-f]{32,64}$/

const QUERY = /\.\w{1,8}\?/
/** Turbopack takes six characters or a few more; from Next.js 16 on, 13 of its own alphabet. */
const TURBOPACK_HASH =
  /_(?=[a-f]{0,8}\d)[0-9a-f]{5,8}(?=\._\.js$)|(?:^|_)[0-4](?=[\d_-]{0,12}[a-z])[0-9a-z_-]{12}(?=(?:\._)?\.js$)/
/** What is left of its names for chunks that hold anything: `[root-of-the-server]__0el_s8a5kiv86._.js`. */
const ANY_CHUNK = /^(?:[\w.-]{1,60}:)?(?:\[[a-z-]{1,40}\]|node_modules)?_{0,2}(?:\._)?(?:\.js)?$/
/** `<stdin>-3`, `<doctest shop[2]>`, `<attrs generated init shop.Cart-2>`: code that is in no file, in turn. */
const PSEUDO_NUMBER = /[-.]\d{1,9}(?=>?$)|\[\d{1,9}\](?=>$)/
/** `<rule 4711>`, `<script 7c9e6679-7425-40de-944b-e07fc1f90ae7>`: code that was compiled from a text, under a name with an id. */
const PSEUDO_ID =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![A-Za-z\d])(?:\d{1,20}|(?=[a-f]{0,63}\d)[0-9a-f]{8,64})(?![A-Za-z\d])/gi

/** Lower case, without folders and what differs between builds or runs. Empty: an address and no file. */
export function groupedFile(path: string, filename: string): string {
  const name = filename || path
  if (name === '' || name === '<unknown>' || NO_PLACE.has(path) || NO_PLACE.has(name)) return ''
  if (isAddress(path) || isAddress(name)) return ''
  // Text that Perl or Ruby executed: `(eval 42)`, `(eval at /srv/cart.rb:7)`.
  if (name.startsWith('(eval')) return '(eval)'
  const file =
    name.includes('://') || (name.includes('?') && QUERY.test(name)) ? name.replace(/[?#].*$/s, '') : name
  const base = withoutEvalPlace(file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1))
  if (
    NUMBERED_CHUNK.test(base) ||
    ONLY_HASH.test(base) ||
    ((base.includes('bundle') || base.endsWith('.hbc')) && APP_BUNDLE.test(base))
  )
    return ''
  if (isNotebookCell(file, base)) return '<ipython-input>'
  if (base.startsWith('<')) return base.replace(PSEUDO_NUMBER, '').replace(PSEUDO_ID, '').toLowerCase()
  if (base.length < MIN_HASHED_CHARS) return base.toLowerCase()
  const plain = withoutHash(base)
  return plain.length < base.length && ANY_CHUNK.test(plain) ? '' : plain
}

/** `<string>`: text that was executed. SDKs show the line of that number in the file of the module around it. */
export function isExecutedText(filename: string): boolean {
  return filename.startsWith('<') && !filename.startsWith('<ipython-input-')
}

function isNotebookCell(file: string, base: string): boolean {
  return base.startsWith('<ipython-input-') || (file.includes('ipykernel_') && /^\d+\.py$/.test(base))
}

/** Where a program wrote code for itself, in a file named by chance: `__autograph_generated_filex1b2c3_.py`. */
const TEMPORARY = /(?<=generated_file)\w{6,12}(?=\.py$)/
/** `0a1b…_0.file.cart.tpl.php` of Smarty. */
const COMPILED_TEMPLATE = /^[0-9a-f]{32,64}_\d{1,2}\.(?=[\w.-]{1,100}\.php$)/
/** `CartGhost1a2b3c4.php` of Symfony. */
const PHP_PROXY = /(?<=ghost|proxy)[0-9a-f]{7}(?=\.php$)/

/** Names of generated Java classes, of evaluated PHP, and of bundles and templates named after their content. */
function withoutHash(base: string): string {
  const chunk = base.endsWith('js') ? base.replace(TURBOPACK_HASH, '') : base
  if (chunk !== base) return chunk.toLowerCase()
  const short = base.endsWith('js') ? SHORT_HASH.exec(base) : null
  const plain = short !== null && !WORDS.test(short[1]!) ? base.replace(SHORT_HASH, '') : base
  const name = plain.toLowerCase().replace(TEMPORARY, '')
  // Each has a digit, and most names have none.
  if (!/\d/.test(name)) return name
  return name
    .replace(/_\$\$_javassist(?:_seam)?_\d+/g, '_$$$$_javassist<auto>')
    .replace(PHP_PROXY, '')
    .replace(COMPILED_TEMPLATE, '')
    .replace(HEX_HASH, (_, at: number) => (at === 0 ? '<hash>' : ''))
    .replace(/\(\d+\) : eval\(\)'d code/g, " : eval()'d code")
}

/** At the end of a module, as Node's SDK makes it of the name of a chunk: `chunks.build:cart-X1yB_oZ7`. */
const MODULE_HASH = /[._-]([\w-]{8})$/
const MODULE_HEX = /[._-](?=[a-f]{0,63}\d)[0-9a-f]{8,64}$/
const MODULE_TURBOPACK =
  /_(?=[a-f]{0,8}\d)[0-9a-f]{5,8}(?=\._$)|(?:^|_)[0-4](?=[\d_-]{0,12}[a-z])[0-9a-z_-]{12}(?=(?:\._)?$)/

/** A module without the hash of the chunk that it is in, and without the place of text that was executed in it. */
export function withoutBuildHash(module: string): string {
  const name = withoutEvalPlace(module)
  const chunk = /\d/.test(name) ? name.replace(MODULE_TURBOPACK, '') : name
  if (chunk !== name) return ANY_CHUNK.test(chunk) ? '' : chunk
  const short = MODULE_HASH.exec(name)
  if (short !== null && !WORDS.test(short[1]!)) return name.slice(0, short.index)
  return name.replace(MODULE_HEX, '')
}

/** `templates.js:650:23), <anonymous>`: text that was executed there, as Node's SDK reads the engine's line. */
const EVAL_PLACE = /(?::\d{1,9}){1,2}\), <anonymous>$/

function withoutEvalPlace(name: string): string {
  return name.endsWith('>') ? name.replace(EVAL_PLACE, '') : name
}

/** A `file:` address does name a file; V8 calls WebAssembly that came from nowhere after its content: `wasm://wasm/1a2b3c4d`. */
function isAddress(path: string): boolean {
  return (isUrl(path) && !path.startsWith('file:')) || path.startsWith('data:') || path.startsWith('wasm:')
}
