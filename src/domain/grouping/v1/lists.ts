/** What a text counts or lists: as many as there happen to be. On templates only, where values are placeholders.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** What there are several of, or one. */
const COUNTED = /<number> [a-z]{3,30}/g
const ALSO_WITH_E = /(?:cook|mov|pix|zomb|calor)ies$/
/** Lists of values, and of the places of values in a statement: `IN (?, ?, ?)`, `IN (:id_1, :id_2)`. */
const LIST =
  /<number>(?:, ?<number>)+|<uuid>(?:, ?<uuid>)+|<quoted_str>(?:, ?<quoted_str>)+|<duration>(?:,? (?:and )?<duration>)+|\?(?:, ?\?)+|%s(?:, ?%s)+|:\w{1,40}<id>(?:, ?:\w{1,40}<id>)+|%\(\w{1,40}<id>\)s(?:, ?%\(\w{1,40}<id>\)s)+/g
/** Rows of a statement that adds several: `VALUES (?, ?), (?, ?)`. */
const ROWS = /\([^()\n]{1,300}\)(?:, ?\([^()\n]{1,300}\))+/g

/** A list as its first value, rows as the first row, and what is counted in the singular. */
export function withoutLengths(template: string): string {
  const isList = template.includes(',') || template.includes('<duration> ')
  const listed = isList ? template.replace(LIST, firstValue).replace(ROWS, firstRow) : template
  return listed.includes('<number> ') ? listed.replace(COUNTED, singular) : listed
}

function firstValue(list: string): string {
  const end = list.startsWith('<') ? list.indexOf('>') + 1 : list.search(/, ?[?:%]/)
  return list.slice(0, end)
}

function firstRow(rows: string): string {
  return rows.slice(0, rows.indexOf(')') + 1)
}

function singular(counted: string): string {
  if (counted.endsWith('ies') && !ALSO_WITH_E.test(counted)) return `${counted.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x)es$/.test(counted)) return counted.slice(0, -2)
  return /[^isu]s$/.test(counted) ? counted.slice(0, -1) : counted
}
