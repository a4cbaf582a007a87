import { IN_ENGLISH } from './translated-words.ts'

/** Browsers say one fault in words of their own, with a name that a minifier chose. Where the text counts, each of these
 * counts as one, with the name of the property alone.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Templates of Chrome (and Hermes), Firefox and Safari that name a property. */
const HERMES = /^Cannot read property '([\w$]+)' of (?:undefined|null)$/
const CHROME = /^Cannot read properties of (?:undefined|null) \(reading '([\w$]+)'\)$/
const FIREFOX = /^can't access property "([\w$]+)", /
const EVALUATED = /^(?:undefined|null) is not an object \(evaluating '([^']+)'\)$/
const NO_FUNCTION = ' is not a function'
const UNKNOWN = /^Can't find variable: ([\w$]+)$/
/** An object in front of a property, as it was written or minified: `e.total`, `this.a[0].total`. */
const PATH = /^[\w$.()[\]]+$/
const NAME = /^[A-Za-z_$][\w$]*$/

const UNEXPECTED_TOKEN = 'unexpected token in JSON'
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Load failed|NetworkError when attempting to fetch resource\.)( \(<\w+>\))?$/, 'Failed to fetch$1'],
  [
    /^ResizeObserver loop (?:limit exceeded|completed with undelivered notifications\.)$/,
    'ResizeObserver loop',
  ],
  [/^(?:Maximum call stack size exceeded\.?|too much recursion)$/, 'too much recursion'],
  [
    /^(?:Failed to execute <quoted_str> on <quoted_str>|Node\.removeChild): The node to be removed is not a child of this node\.?$/,
    'removing a node of another parent',
  ],
  [
    /^(?:Failed to execute <quoted_str> on <quoted_str>: The node before which the new node is to be inserted is not a child of this node\.|Node\.insertBefore: Child to insert before is not a child of this node)$/,
    'inserting before a node of another parent',
  ],
  [
    /^(?:Failed to execute <quoted_str> on <quoted_str>: Setting the value of <quoted_str> exceeded the quota\.|The quota has been exceeded\.)$/,
    'the quota is exceeded',
  ],
  [
    /^Loading (CSS )?chunk \S{1,200} failed\.(?:\n\((?:(?:error|missing|timeout): )?\S{1,300}\))?$/,
    'loading a $1chunk',
  ],
  [/^Unable to preload CSS for \S{1,300}$/, 'preloading CSS'],
  [
    /^(?:(?:Failed to fetch|error loading) dynamically imported module: <url>|Importing a module script failed\.)$/,
    'importing a module',
  ],
  [
    /^JSON\.parse: unexpected (?:character|keyword) at line <number> column <number> of the JSON data$/,
    UNEXPECTED_TOKEN,
  ],
  [
    /^(?:Unexpected end of JSON input|JSON Parse error: Unexpected EOF|JSON\.parse: unexpected end of data at line <number> column <number> of the JSON data)$/,
    'unexpected end of JSON',
  ],
  [
    /^(?:signal is aborted without reason|The operation was aborted\.? ?|Fetch is aborted|The user aborted a request\.)$/,
    'aborted',
  ],
]
const MAX_CHARS = 400

/** The same for the words of all browsers; other templates as they are. */
export function neutralWords(template: string): string {
  if (template.length > MAX_CHARS) return template
  const english = IN_ENGLISH.get(template)
  if (english !== undefined) return english
  const property = propertyRead(template)
  if (property !== undefined) return `reading ${property}`
  const called = propertyCalled(template)
  if (called !== undefined) return `${called}${NO_FUNCTION}`
  const unknown = UNKNOWN.exec(template)?.[1]
  if (unknown !== undefined) return `${unknown} is not defined`
  if (isTokenOfJson(template)) return UNEXPECTED_TOKEN
  for (const [words, neutral] of FAULTS) if (words.test(template)) return template.replace(words, neutral)
  return template
}

function isTokenOfJson(template: string): boolean {
  if (template.startsWith('Unexpected token '))
    return template.endsWith(' is not valid JSON') || template.endsWith(' in JSON at position <number>')
  return (
    template.startsWith('JSON Parse error: Unrecognized token ') ||
    template.startsWith('JSON Parse error: Unexpected identifier ')
  )
}

function propertyRead(template: string): string | undefined {
  const read = CHROME.exec(template) ?? FIREFOX.exec(template) ?? HERMES.exec(template)
  if (read !== null) return read[1]
  const evaluated = EVALUATED.exec(template)?.[1]
  return evaluated && lastName(evaluated)
}

/** Safari repeats the call: `e.map is not a function. (In 'e.map(t)', 'e.map' is undefined)`. */
function propertyCalled(template: string): string | undefined {
  const end = template.indexOf(NO_FUNCTION)
  if (end <= 0) return undefined
  const behind = template.slice(end + NO_FUNCTION.length)
  return behind === '' || behind.startsWith('. (In ') ? lastName(template.slice(0, end)) : undefined
}

/** `total` of `e.cart.total`; undefined for a name alone. */
function lastName(path: string): string | undefined {
  const dot = path.lastIndexOf('.')
  const name = path.slice(dot + 1)
  return dot > 0 && PATH.test(path) && NAME.test(name) ? name : undefined
}
