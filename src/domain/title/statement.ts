/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const STATEMENT =
  /^\s{0,10}(?:select|insert|update|delete|with|merge|create|alter|drop|truncate|begin|commit|call)\s/i
/** What Prisma puts above some lines of the source, under which it says what is wrong. */
const INVOCATION = /^\s{0,10}(Invalid `[\w.$()]{1,100}` invocation)[ :\n]/

/** What is wrong, without the statement that query builders put before it: `duplicate key …` of `insert into "carts" … -
 * duplicate key …`. */
export function withoutStatement(text: string): string {
  const invocation = INVOCATION.exec(text)?.[1]
  if (invocation !== undefined) return `${invocation}: ${lastLine(text)}`
  const dash = STATEMENT.test(text) ? text.lastIndexOf(' - ') : -1
  return (dash === -1 ? '' : text.slice(dash + 3).trim()) || text
}

function lastLine(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.slice(trimmed.lastIndexOf('\n') + 1).trim()
}
