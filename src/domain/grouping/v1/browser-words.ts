/** Browsers say one fault in words of their own, with a name that a minifier chose. Where the text counts, each of these
 * counts as one, with the name of the property alone.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const NAME = '[A-Za-z_$][\\w$]{0,60}'
/** An object in front of a property, as it was written or minified: `e.`, `this.a[0].`. */
const OBJECT = `[\\w$.()[\\]]{1,100}`

/** Templates of Chrome (and Hermes), Firefox and Safari. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^Cannot read property '(${NAME})' of (?:undefined|null)$`), 'reading $1'],
  [new RegExp(`^Cannot read properties of (?:undefined|null) \\(reading '(${NAME})'\\)$`), 'reading $1'],
  [new RegExp(`^can't access property "(${NAME})", .{1,100} is (?:undefined|null)$`), 'reading $1'],
  [
    new RegExp(`^(?:undefined|null) is not an object \\(evaluating '${OBJECT}\\.(${NAME})'\\)$`),
    'reading $1',
  ],
  [new RegExp(`^${OBJECT}\\.(${NAME}) is not a function(?:\\. \\(In .{1,200})?$`), '$1 is not a function'],
  [new RegExp(`^Can't find variable: (${NAME})$`), '$1 is not defined'],
  [/^(?:Load failed|NetworkError when attempting to fetch resource\.)(?= \(<\w+>\)$|$)/, 'Failed to fetch'],
  [
    /^(?:(?:Failed to fetch|error loading) dynamically imported module: <url>|Importing a module script failed\.)$/,
    'importing a module',
  ],
  [
    /^(?:Unexpected token .{1,200} (?:is not valid JSON|in JSON at position <number>)|JSON Parse error: (?:Unrecognized token|Unexpected identifier) .{1,200}|JSON\.parse: unexpected (?:character|keyword) at line <number> column <number> of the JSON data)$/,
    'unexpected token in JSON',
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
  for (const [words, neutral] of FAULTS) if (words.test(template)) return template.replace(words, neutral)
  return template
}
