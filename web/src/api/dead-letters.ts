import { infiniteQueryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import type { DeadLetterPage, RetriedAnswer } from './wire.ts'

/** Events of a project that could not be processed, newest first, page by page. */
export function deadLettersQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: ['dead-letters', projectId],
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({ project_id: projectId, cursor: pageParam })
      return request<DeadLetterPage>('GET', `/api/v1/dead-letters${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page: DeadLetterPage) => page.next_cursor ?? undefined,
    staleTime: 30_000,
  })
}

export function retryDeadLetter(id: string): Promise<RetriedAnswer> {
  return request('POST', `/api/v1/dead-letters/${id}/retry`)
}
