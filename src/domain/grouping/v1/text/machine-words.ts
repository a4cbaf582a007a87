/** What a text says of the machine, the build or the run: on another one it differs, and the fault is the same.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Folders of the machine that compiled a source file, which assertions print: `D:\build\Engine\Array.h`, and of the one
 * that a script is installed on, in front of a line: `/srv/cart.py:17`. */
const SOURCE_FOLDERS =
  /(?:(?<!\w)[A-Za-z]:\\(?:[^\\\s"'`<>|[\]]{1,100}\\){1,20}|(?<![\w:./>-])\/(?:[\w.+-]{1,60}\/){1,20})(?=[\w.+-]{1,80}\.(?:h|hpp|inl|mm?|c|cc|cpp|cxx|cs|rs|vb|pas|swift)(?!\w)|[\w.+-]{1,80}\.(?:py|rb|p[hlm]p?|lua|ps1|go|java|kts?|exs?|erl|dart|[cm]?[jt]sx?)(?::\d|\(\d|["']?,? (?:on |at )?line \d))/g
/** Windows words its errors in the language of the user; the number in front is the same. */
const WINDOWS_WORDS = /\[WinError (\d{1,5})\] [^:'"\n]{1,200}/g
/** So do other systems, which Rust prints behind the kind of the error. */
const SYSTEM_MESSAGE =
  /(Os \{ code: \d{1,6}, kind: (?!Uncategorized|Other)\w{1,40}, message: )"[^"\n]{0,200}"/g
/** Files that people write, photograph and send; a program has no such parts of its own, as it has pictures and sounds. */
const SENT_ENDING = '\\.(?:pdf|csv|tsv|xlsx?|docx?|pptx?|od[tsp]|jpe?g|heic|tiff?|mov|avi|eml)'
const MAY_BE_SENT = new RegExp(SENT_ENDING, 'i')
const SENT_FILES = new RegExp(
  `(?<![\\w./>\\\\=-])[\\w-]{1,80}(?:\\.\\w{1,10})?(?=${SENT_ENDING}(?![\\w<]|\\.\\w))`,
  'gi',
)
/** A day that is not part of a date. */
const WEEKDAYS =
  /(?<![\w.>-])(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?![\w<-]|,? (?:\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))/g
/** A class as dart2js names it in one build. */
const MINIFIED_CLASS = /(?<!\w)minified:\w{1,20}/g
/** A date that is glued to a name, as in `scheduled__2026-03-01T00:00:00+00:00`. */
const GLUED_DATE = /__(?=20\d\d-[01]\d-)/g

/** Digits and their separators as programs print them in Arabic, Persian, Hindi, Bengali, Thai and wide. */
const DIGIT_ABROAD =
  /[\u0660-\u0669\u066b\u066c\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g
/** How Node writes the port of a host that prefers IPv6; the same service is `127.0.0.1:5432` elsewhere. */
const LOOPBACK_PORT = /(?<![\w:.])::1(?=:\d{4,5}(?![\w:]))/g
/** What an object of Ruby holds, and where it lies: `#<Cart:0x000055d8 @total=7>`. */
const RUBY_OBJECT = /#<([A-Z]\w{0,60}(?:::[A-Z]\w{0,60}){0,6})(?::0x[0-9a-f]{1,16})?(?: [^<>\n]{0,300})?>/g
/** Whom Android runs a part of an app for: `ServiceRecord{3f2c1a u10 com.shop/.Sync}`. */
const ANDROID_USER = /(?<=Record\{[0-9a-f]{1,8}) u\d{1,4}(?= )/g
/** Quotes of a text that was made for a page. */
const ESCAPED_QUOTES = /&(?:quot|#34|#x22);/g
const ESCAPED_APOSTROPHES = /&(?:#0?39|#x27|apos);/g

/** What parsers cite of the text that they read, which has quotes and line breaks of its own: what stands before it, behind it if
 * something does, and in place of it. */
const CITED: ReadonlyMap<string, readonly [behind: string, instead: string]> = new Map([
  ["syntax to use near '", ["' at line ", '<quoted_str>']],
  ['Unexpected token ', [' is not valid JSON', '<quoted_str>...']],
  ["unexpected token at '", ['', "<quoted_str>'"]],
  ['[Source: (String)"', ['"; line: ', '<quoted_str>']],
  ['JSON input: ', ['', '<quoted_str>']],
  ['parse time string (', ['): ', '<quoted_str>']],
  ['(at character ', ['', '<number>)']],
])
const CITES =
  /syntax to use near '|Unexpected token |unexpected token at '|\[Source: \(String\)"|JSON input: |parse time string \(|\(at character (?=\d{1,9}\)(?:\n|$))/

/** Linear: looks for one place, and from the end for the other. */
export function withoutCited(text: string): string {
  const cites = CITES.exec(text)
  const [behind, instead] = (cites && CITED.get(cites[0])) ?? []
  if (cites === null || behind === undefined) return text
  const start = cites.index + cites[0].length
  const end = behind === '' ? text.length : text.lastIndexOf(behind)
  return end < start ? text : text.slice(0, start) + instead + text.slice(end)
}

/** Which digit it is doesn't matter. */
export function withPlainDigits(text: string): string {
  return text.replace(DIGIT_ABROAD, '1')
}

/** Before values become placeholders. Linear. */
export function withoutMachine(text: string): string {
  let plain = text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text
  if (plain.includes(':\\') || plain.includes('/')) plain = plain.replace(SOURCE_FOLDERS, '')
  if (plain.includes('[WinError ')) plain = plain.replace(WINDOWS_WORDS, '[WinError $1]')
  if (plain.includes('.') && MAY_BE_SENT.test(plain)) plain = plain.replace(SENT_FILES, '<file>')
  if (plain.includes('day')) plain = plain.replace(WEEKDAYS, '<date>')
  if (plain.includes('minified:')) plain = plain.replace(MINIFIED_CLASS, 'minified')
  if (plain.includes('Os { code')) plain = plain.replace(SYSTEM_MESSAGE, '$1<quoted_str>')
  if (plain.includes('&')) plain = plain.replace(ESCAPED_QUOTES, '"').replace(ESCAPED_APOSTROPHES, "'")
  if (plain.includes('#<')) plain = plain.replace(RUBY_OBJECT, '#<$1>')
  // Before version 3.4, Ruby prints a hash without spaces: `{"id"=>17}`.
  if (plain.includes('=>')) plain = plain.replace(/ ?=> ?/g, ' => ')
  // From one address to another, as Go prints a connection.
  if (plain.includes('->')) plain = plain.replace(/(?<=\d)->(?=[\d[])/g, ' -> ')
  if (plain.includes('Record{')) plain = plain.replace(ANDROID_USER, '')
  if (plain.includes('::1:')) plain = plain.replace(LOOPBACK_PORT, '127.0.0.1')
  return plain.includes('__20') ? plain.replace(GLUED_DATE, '__ ') : plain
}

/** A host with its port: by name, by address, or by both, as Java prints them: `api.shop.internal/10.0.0.7:443`. */
const HOST = /(?:<hostname>\/|(?<![\w>./-])[\w.-]{0,80}\/)?<ip>(?=:<number>)|<hostname>(?=:<number>)/g
/** The thread of a log line, between its time and its level. */
const THREAD = /^(<date>[ ,|-]{1,3})\[[^\]\n]{1,60}\](?= [A-Z]{4,8} )/

/** The name of a person in front of an address. */
const NAME_BEFORE_ADDRESS = /(?:\p{Lu}[\p{L}'’.-]{0,40} ){1,4}(?=<<email>>)/gu

/** After values became placeholders. */
export function withOneHost(template: string): string {
  const hosts = template.includes(':<number>') ? template.replace(HOST, '<host>') : template
  const mailboxes = hosts.includes(' <<email>>') ? hosts.replace(NAME_BEFORE_ADDRESS, '') : hosts
  return mailboxes.startsWith('<date>') ? mailboxes.replace(THREAD, '$1[<thread>]') : mailboxes
}
