import type { IssueSummary } from '../../api/wire.ts'

type Titled = Pick<IssueSummary, 'title'> & Partial<Pick<IssueSummary, 'exception_type'>>

/** The title as its exception type and the rest; a message has no type and is all of it. */
export function splitTitle(issue: Titled): { type: string; rest: string } {
  const type = issue.exception_type ?? ''
  if (type !== '' && issue.title.startsWith(`${type}: `))
    return { type, rest: issue.title.slice(type.length + 2) }
  return { type: issue.title, rest: '' }
}

/** `submitOrder (checkout/pay.ts)` → its function and its file; anything else is all function, `?` is none. */
export function splitCulprit(culprit: string): { where: string; file: string } {
  const open = culprit.lastIndexOf(' (', culprit.length - 4)
  if (open < 1 || !culprit.endsWith(')')) return { where: culprit, file: '' }
  const where = culprit.slice(0, open)
  return { where: where === '?' ? '' : where, file: culprit.slice(open + 2, -1) }
}
