/** What a text counts or lists: as many as there happen to be. On templates only, where values are placeholders.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** What there are several of, or one. */
const COUNTED = /<number> [a-z]{3,30}/g
const ALSO_WITH_E = /(?:cook|mov|pix|zomb|calor)ies$/
/** Lists of values, and of the places of values in a statement: `IN (?, ?, ?)`, `IN (:id_1, :id_2)`. */
const LIST =
  /<number>(?:, ?<number>)+|<uuid>(?:, ?<uuid>)+|<quoted_str>(?:, ?<quoted_str>)+|<duration>(?:,? (?:and )?<duration>)+|\?(?:, ?\?)+|%s(?:, ?%s)+|:\w+<id>(?:, ?:\w+<id>)+|%\(\w+<id>\)s(?:, ?%\(\w+<id>\)s)+/g
/** A list as its first value, rows as the first row, and what is counted in the singular. */
export function withoutLengths(template: string): string {
  const isList = template.includes(',') || template.includes('<duration> ')
  const listed = isList ? template.replace(LIST, firstValue) : template
  const single = listed.includes('),') ? withFirstRow(listed) : listed
  return single.includes('<number> ') ? single.replace(COUNTED, singular) : single
}

function firstValue(list: string): string {
  const end = list.startsWith('<') ? list.indexOf('>') + 1 : list.search(/, ?[?:%]/)
  return list.slice(0, end)
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
