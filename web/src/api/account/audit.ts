import { infiniteQueryOptions } from '@tanstack/react-query'
import { queryString, request } from '../client.ts'
import type { AuditPage } from '../wire.ts'

const ENTRIES_PER_PAGE = 50

/** Administrative acts, newest first, page by page. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit-log'],
  queryFn: ({ pageParam, signal }) => {
    const query = queryString({ limit: ENTRIES_PER_PAGE, cursor: pageParam })
    return request<AuditPage>('GET', `/api/v1/audit-log${query}`, { signal })
  },
  initialPageParam: '',
  getNextPageParam: (page: AuditPage) => page.next_cursor ?? undefined,
  staleTime: 5000,
})
