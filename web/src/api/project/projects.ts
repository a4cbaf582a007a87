import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { Project } from '../wire.ts'

/** As people count: `shop-2` comes before `shop-10`. */
const order = new Intl.Collator(undefined, { numeric: true })

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => {
    const { projects } = await request<{ projects: Project[] }>('GET', '/api/v1/projects', { signal })
    return projects.sort((a, b) => order.compare(a.name, b.name))
  },
  staleTime: 60_000,
})
