import { changeNotifications, type Reader, readNotifications } from '#actions/notify/preferences.ts'
import { notifications, notificationsPatch } from '#contract/notify/notification.ts'
import { authenticatedRoute, type Route, type SessionOnlyCall } from '../route.ts'

export const NOTIFICATION_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/me/notifications',
    { access: 'account', summary: 'Show your notification settings', answer: notifications },
    (call) => readNotifications(call.services, call.principal, readerOf(call)),
  ),
  authenticatedRoute(
    'PATCH /api/v1/me/notifications',
    {
      access: 'account',
      summary: 'Change your notification settings',
      body: notificationsPatch,
      answer: notifications,
    },
    (call) =>
      changeNotifications(call.services, call.principal, { reader: readerOf(call), patch: call.body }),
  ),
]

function readerOf({ principal, services }: SessionOnlyCall): Reader {
  return { userId: principal.userId, mailConfigured: services.mailer !== null }
}
