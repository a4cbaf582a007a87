/** A spreadsheet would take the cell for a formula and compute it. */
const FORMULA = /^[=+\-@\t\r]/
const SPECIAL = /[",\r\n]/

/** A line as RFC 4180 has it. What a spreadsheet would compute begins with an apostrophe, so that it stays a text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text
  return SPECIAL.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
