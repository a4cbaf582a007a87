import type { Breadcrumb, Json } from '../../../api/wire.ts'
import { jsonText } from '../../../components/display/key-values.tsx'

export interface BreadcrumbText {
  text: string
  /** HTTP status of a request, shown beside it. */
  status: number | null
  /** Data that the line doesn't show yet, as `name=value`. */
  rest: string
}

const show = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : jsonText(value)

/** A breadcrumb as one line: requests as `GET /api/cart`, navigation as `/cart → /checkout`, else its message. */
export function breadcrumbText(breadcrumb: Breadcrumb): BreadcrumbText {
  const data = breadcrumb.data ?? {}
  const message = breadcrumb.message ?? ''
  const url = show(data.url)
  if (url !== '') {
    const status = Number(show(data.status_code) || show(data['http.response.status_code']))
    const text = [show(data.method) || show(data['http.request.method']), url, message]
    return { text: text.filter(Boolean).join(' '), status: status || null, rest: '' }
  }
  if (data.to !== undefined) {
    return { text: `${show(data.from)} → ${show(data.to)}`, status: null, rest: '' }
  }
  const rest = Object.entries(data)
    .filter(([key]) => key !== 'logger')
    .map(([key, value]) => `${key}=${show(value)}`)
    .join(' ')
  return message === '' ? { text: rest, status: null, rest: '' } : { text: message, status: null, rest }
}
