/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const STATEMENT =
  /^\s{0,10}(?:select|insert|update|delete|with|merge|create|alter|drop|truncate|begin|commit|call)\s/i

/** `duplicate key …` of `insert into "carts" … - duplicate key …`: query builders put the statement before what is wrong with it. */
export function withoutStatement(text: string): string {
  const dash = STATEMENT.test(text) ? text.lastIndexOf(' - ') : -1
  return (dash === -1 ? '' : text.slice(dash + 3).trim()) || text
}
