/** What a text counts or lists: as many as there happen to be. On templates only, where values are placeholders.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** What there are several of, or one. */
const COUNTED = /<number> [a-z]{3,30}/g
const ALSO_WITH_E = /(?:cook|mov|pix|zomb|calor)ies$/
/** Lists of values. */
const NUMBERS = /<number>(?:, ?<number>)+/g
const UUIDS = /<uuid>(?:, ?<uuid>)+/g
const QUOTED = /<quoted_str>(?:, ?<quoted_str>)+/g
/** As Go and NumPy print them: `[1 2]`, `[17.  2.]`. */
const ARRAY = /\[<number>\.?(?:,? {1,8}<number>\.?)*\]/g
const SPAN = '<duration>'
const BETWEEN_SPANS = [', and ', ', ', ' and ', ' ']
/** Years, months, days, hours, minutes and seconds. */
const MAX_ROUNDS = 3
/** Places of values in a statement: `IN (?, ?, ?)`, `IN (:id_1, :id_2)`, `IN (%(id_1)s, %(id_2)s)`. */
const PLACES = /\?(?:, ?\?)+/g
const TYPED_PLACES = /%s(?:, ?%s)+/g
const NUMBERED_PLACES = /:\w+<id>(?:, ?:\w+<id>)+/g
const NAMED_PLACES = /%\(\w+<id>\)s(?:, ?%\(\w+<id>\)s)+/g

/** A list as its first value, rows as the first row, and what is counted in the singular. */
export function withoutLengths(template: string): string {
  const spans = template.includes(SPAN) ? withOneSpan(template) : template
  const arrays = spans.includes('[<number>') ? spans.replace(ARRAY, '[<number>]') : spans
  // A tuple of one in Python, and the shape of an array with one dimension.
  const tuples = arrays.includes('<number>,)') ? arrays.replaceAll('<number>,)', '<number>)') : arrays
  const listed = tuples.includes(',') ? withFirstValues(tuples) : tuples
  const single = listed.includes('),') ? withFirstRow(listed) : listed
  return single.includes('<number> ') ? single.replace(COUNTED, singular) : single
}

function withOneSpan(template: string): string {
  let joined = template
  for (let round = 0; round < MAX_ROUNDS; round++)
    for (const between of BETWEEN_SPANS) joined = joined.replaceAll(`${SPAN}${between}${SPAN}`, SPAN)
  return joined
}

function withFirstValues(template: string): string {
  const listed = template.includes('>,')
    ? template.replace(NUMBERS, '<number>').replace(UUIDS, '<uuid>').replace(QUOTED, '<quoted_str>')
    : template
  if (listed.includes('?,') || listed.includes('%s,'))
    return listed.replace(PLACES, '?').replace(TYPED_PLACES, '%s')
  if (!listed.includes('<id>')) return listed
  return listed.replace(NUMBERED_PLACES, firstPlace).replace(NAMED_PLACES, firstPlace)
}

function firstPlace(list: string): string {
  return list.slice(0, list.indexOf(','))
}

/** Of rows of a statement, as `VALUES (?, ?), (?, ?)`, the first. */
function withFirstRow(template: string): string {
  let kept = ''
  let from = 0
  for (let at = template.indexOf('),'); at !== -1; at = template.indexOf('),', at)) {
    const open = template[at + 2] === ' ' ? at + 3 : at + 2
    const close = template.indexOf(')', open)
    const isRow = template[open] === '(' && close !== -1 && !template.slice(open + 1, close).includes('(')
    if (isRow) {
      kept += template.slice(from, from > at ? from : at + 1)
      from = close + 1
      at = close
    } else at += 2
  }
  return kept + template.slice(from)
}

function singular(counted: string): string {
  if (counted.endsWith('ies') && !ALSO_WITH_E.test(counted)) return `${counted.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x)es$/.test(counted)) return counted.slice(0, -2)
  return /[^isu]s$/.test(counted) ? counted.slice(0, -1) : counted
}
