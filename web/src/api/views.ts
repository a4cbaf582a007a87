import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { NewSavedView, SavedView, SavedViewPatch } from './wire.ts'

/** The reader's own views, then the shared ones. Others change them at any time: read again wherever they are shown. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) =>
    (await request<{ views: SavedView[] }>('GET', '/api/v1/views', { signal })).views,
})

export function createView(view: NewSavedView): Promise<SavedView> {
  return request('POST', '/api/v1/views', { body: view })
}

export function changeView(id: string, change: SavedViewPatch): Promise<SavedView> {
  return request('PATCH', `/api/v1/views/${id}`, { body: change })
}

export function deleteView(id: string): Promise<unknown> {
  return request('DELETE', `/api/v1/views/${id}`)
}
