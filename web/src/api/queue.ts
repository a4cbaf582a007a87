import { queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import type { QueuePage } from './wire.ts'

/** The issues that need someone most, as agents get them. */
export function queueQuery(project: string | undefined, limit: number) {
  return queryOptions({
    queryKey: ['queue', project, limit],
    queryFn: ({ signal }) =>
      request<QueuePage>('GET', `/api/v1/issues/queue${queryString({ project_id: project, limit })}`, {
        signal,
      }),
    staleTime: 10_000,
  })
}
