import { changeNotifications, type Reader, readNotifications } from '#actions/notify/preferences.ts'
import type { Notifications, NotificationsPatch } from '#contract/notify/notification.ts'
import type { SessionOnlyCall } from '../../routes/route.ts'

export async function getNotifications(call: SessionOnlyCall): Promise<Notifications> {
  return readNotifications(call.services, call.principal, readerOf(call))
}

export async function patchNotifications(
  call: SessionOnlyCall<{ body: NotificationsPatch }>,
): Promise<Notifications> {
  return changeNotifications(call.services, call.principal, { reader: readerOf(call), patch: call.body })
}

function readerOf({ principal, services }: SessionOnlyCall): Reader {
  return { userId: principal.userId, mailConfigured: services.mailer !== null }
}
