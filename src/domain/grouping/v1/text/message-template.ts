import { withoutColours } from '../../../log/colours.ts'
import { withoutTracebacks } from '../../../log/traceback.ts'
import { isQuotedName } from '../../../text/quoted-name.ts'
import { withoutLengths } from './lists.ts'
import { withOneHost, withoutCited, withoutMachine, withPlainDigits } from './machine-words.ts'
import { PATTERNS } from './value-patterns.ts'

/** Longer texts are cut before anything is looked for, so that the cost per event is bounded. */
export const TEMPLATE_MAX_CHARS = 8192
const MAX_LINES = 2

/** A word between words begins no value, unless it is a host that is looked up, or what a system says of one. Most words are such,
 * so this halves the time. */
const PLAIN_WORD = '(?!(?<=[a-z] )(?<!lookup )(?!name or|nodename)[a-z]{3,40}(?: |$))'
/** Nothing begins within a word; said once, it spares most positions the tries. */
const BEGINS = `${PLAIN_WORD}(?<!\\w)(?=[\\w.+%:/~'"$€£¥₹“„«「‘‹『-])`
const ANY = new RegExp(`${BEGINS}(?:${PATTERNS.map(([, pattern]) => `(${pattern})`).join('|')})`, 'g')
const LABELS = PATTERNS.map(([name]) => `<${name}>`)
const WORTH_A_LOOK =
  /[\d@='"“„«「‘‹『&]|\?,|%s,|:\/\/|\.[a-zA-Z]|::|\/(?:home|Users|tmp|root|var|private|mnt)\/|[:-][a-fA-F]{2}[:-]|[:~][\\/]|day(?!\w)/

/** Kinds in angle brackets for what varies (numbers, ids, dates …). Linear; cuts to 8,192 characters. */
export function parameteriseMessage(text: string): string {
  const bounded = withPlainDigits(text.length > TEMPLATE_MAX_CHARS ? text.slice(0, TEMPLATE_MAX_CHARS) : text)
  if (!WORTH_A_LOOK.test(bounded)) return bounded
  const template = withoutMachine(bounded).replace(ANY, labelOf).replaceAll('[<ip>]:', '<ip>:')
  return withoutLengths(withOneHost(template))
}

/** The template by which a message is grouped: its first two non-empty lines, parameterised. */
export function messageTemplate(text: string): string {
  return parameteriseMessage(firstLines(text))
}

/** For the texts of one event, together parameterised up to `chars`; the rest stays as it is. */
export function boundedTemplates(chars: number): (text: string) => string {
  let charsLeft = chars
  return (text) => {
    const lines = firstLines(text)
    const head = lines.slice(0, charsLeft)
    charsLeft -= head.length
    return parameteriseMessage(head) + lines.slice(head.length)
  }
}

const NO_SPACE = /\S/g

function firstLines(text: string): string {
  const bounded = withoutCited(withoutColours(text.slice(0, TEMPLATE_MAX_CHARS)))
  const trimmed = withoutTracebacks(bounded, (innermost) => ` in ${innermost}`).trim()
  const lines: string[] = []
  for (let at = 0; at < trimmed.length; ) {
    if (lines.length === MAX_LINES) return `${lines.join('\n')}...`
    const newline = trimmed.indexOf('\n', at)
    const end = newline === -1 ? trimmed.length : newline
    lines.push(trimmed.slice(at, end).trimEnd())
    NO_SPACE.lastIndex = end
    at = NO_SPACE.exec(trimmed)?.index ?? trimmed.length
  }
  return lines.join('\n')
}

/** An id of two parts: `job_1a2b3c4d_18c0ffee`. */
const IN_PARTS = /_(?=[a-f]{0,31}\d)[0-9a-f]{8,32}_\w{1,120}$/
/** What an id begins with: `cus_` of `cus_9s6X`, `node` of `node12`. */
function prefixOf(id: string): string {
  const end = id.lastIndexOf('_') + 1
  if (end > 0) return id.slice(0, end)
  return id.includes('-') ? '' : id.slice(0, id.search(/\d/))
}

function withoutId(match: string): string {
  if (IN_PARTS.test(match)) return match.replace(IN_PARTS, '_<id>')
  if (!WITHIN_NAME.test(match)) return `${prefixOf(match)}<id>`
  return match.replace(NUMBER, '_#').replace(NUMBERS, '_<id>')
}

/** Numbers within a name: `events_2026_03`, `product_17_en`. */
const WITHIN_NAME = /_\d{1,20}_/
const NUMBER = /_\d{1,20}(?![A-Za-z\d])/g
const NUMBERS = /(?:_#)+/g
/** Text of Python with a letter in front: `b'…'`. */
const PREFIXED = /^[bBuU]/
/** A private name of a library of Dart: `_total@17042623`. */
const PRIVATE = /(?<=^["'](?:\w{1,60}\.)?_\w{1,60})@\d{6,12}(?=["']$)/
/** `Serilog, Version=2.0.0.0, Culture=neutral`. */
const ASSEMBLY = /, Version=.{0,300}$/
const WHOLE_PATH = /^(?:\/|[A-Za-z]:[\\/])/
const WITH_EXTENSION = /\.\w{1,8}$/

/** What a cache or a bucket calls an entry has numbers and IDs between its marks: `user:42:cart`. */
const NUMBERED_PARTS = /(?<=[a-z]:)(?:\d{1,20}|(?=[a-f-]{0,31}\d)[\da-f-]{8,36})(?=[:'"]|$)/g

/** A file that is named is the same wherever the program is installed: with its folder, or as the package has it. So is an
 * assembly of .NET, in any version. */
function withoutPlace(quoted: string): string {
  const path = quoted.slice(1, -1)
  if (path.includes('@')) return quoted.replace(PRIVATE, '')
  if (ASSEMBLY.test(path)) return quoted.charAt(0) + path.replace(ASSEMBLY, '') + quoted.slice(-1)
  if (!WHOLE_PATH.test(path) || !WITH_EXTENSION.test(path)) return quoted
  const parts = path.split(/[\\/]/)
  const installed = parts.lastIndexOf('node_modules')
  const kept = installed === -1 ? parts.slice(-2) : parts.slice(installed + 1)
  return quoted.charAt(0) + kept.join('/') + quoted.slice(-1)
}

function labelOf(match: string, ...groups: unknown[]): string {
  for (let index = 0; index < LABELS.length; index += 1) {
    if (groups[index] === undefined) continue
    const label = LABELS[index]!
    if (label === '<kept>') return match
    if (label === '<id>') return withoutId(match)
    if (label !== '<quoted_str>') return label
    const [offset, text] = groups.slice(LABELS.length) as [number, string]
    const from = offset + (PREFIXED.test(match) ? 1 : 0)
    return isQuotedName(text, from, offset + match.length)
      ? withoutPlace(match.replace(NUMBERED_PARTS, '<id>'))
      : label
  }
  return match
}
