import { notifications, notificationsPatch } from '#contract/notify/notification.ts'
import { getNotifications, patchNotifications } from '../api/account/notifications.ts'
import { type Route, sessionRoute } from './route.ts'

/** What the caller is mailed about: a part of the page of routes. */
export function notificationRoutes(): Route[] {
  return [
    sessionRoute(
      'GET /api/v1/me/notifications',
      { access: 'account', summary: 'What you are mailed about', answer: notifications },
      getNotifications,
    ),
    sessionRoute(
      'PATCH /api/v1/me/notifications',
      {
        access: 'account',
        summary: 'Change what you are mailed about',
        body: notificationsPatch,
        answer: notifications,
      },
      patchNotifications,
    ),
  ]
}
