import { infiniteQueryOptions } from '@tanstack/react-query'
import { queryString, request } from '../client.ts'
import { serverNow } from '../headers/server-clock.ts'
import type { AuditPage } from '../wire.ts'

const ENTRIES_PER_PAGE = 50
const PATH = '/api/v1/audit-log'

/** Absent: all. */
export interface AuditFilter {
  action?: string
  /** IDs of who acted, and of what was acted on. */
  actor?: string
  target?: string
  /** How long ago at most. */
  windowMs?: number
}

/** Administrative acts, newest first, page by page. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({ ...parametersOf(filter), limit: ENTRIES_PER_PAGE, cursor: pageParam })
      return request<AuditPage>('GET', PATH + query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page: AuditPage) => page.next_cursor ?? undefined,
    staleTime: 5000,
  })

/** The address of a file of all entries that fit. */
export function auditExportPath(filter: AuditFilter, format: 'csv' | 'ndjson'): string {
  return `${PATH}/export${queryString({ ...parametersOf(filter), format })}`
}

function parametersOf({ action, actor, target, windowMs }: AuditFilter) {
  const from = windowMs === undefined ? undefined : new Date(serverNow() - windowMs).toISOString()
  return { action, actor_id: actor, target_id: target, from }
}
