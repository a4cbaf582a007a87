import type { EventDetail } from '../../../api/wire.ts'

const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    checksum: 'Grouped by the checksum from the SDK',
    fingerprint: 'Grouped by the fingerprint from the SDK',
    exception: 'Grouped by exception',
    thread: 'Grouped by the stack trace of the thread',
    stacktrace: 'Grouped by stack trace',
    template: 'Grouped by the template that failed',
    csp: 'Grouped by the violated directive and its source',
    message: 'Grouped by message',
    fallback: 'Grouped by name',
  }),
)

type Grouping = Pick<NonNullable<EventDetail['grouping']>, 'method' | 'components' | 'rule'>

/** How the event was grouped, as a heading of the parts that counted. */
export function groupedBy({ method, components, rule }: Grouping): string {
  if (method === 'fingerprint' && rule !== undefined) return 'Grouped by a fingerprint rule of this project'
  const isEmpty = method === 'fallback' && components.includes('no content')
  if (isEmpty) return 'Grouped with other events that have no message or stack'
  if (method === 'exception' && components.some((part) => part.startsWith('frame: ')))
    return METHODS.get('stacktrace')!
  return METHODS.get(method) ?? `Grouped by ${method}`
}
