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
  const match = /^(.+) \((.+)\)$/.exec(culprit)
  if (!match) return { where: culprit, file: '' }
  return { where: match[1] === '?' ? '' : (match[1] ?? ''), file: match[2] ?? '' }
}
