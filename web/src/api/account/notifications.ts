import { queryOptions } from '@tanstack/react-query'
import { request } from '../client.ts'
import type { Notifications, NotificationsPatch } from '../wire.ts'

const PATH = '/api/v1/me/notifications'

/** The reader's email settings. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => request<Notifications>('GET', PATH, { signal }),
  staleTime: 0,
})

export function changeNotifications(patch: NotificationsPatch): Promise<Notifications> {
  return request('PATCH', PATH, { body: patch })
}
