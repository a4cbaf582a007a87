import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { Project } from '../wire.ts'

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) =>
    (await request<{ projects: Project[] }>('GET', '/api/v1/projects', { signal })).projects,
  staleTime: 60_000,
})
