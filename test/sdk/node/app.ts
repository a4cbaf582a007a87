/** A small application as a user would write it, with the stock SDK; the DSN comes from its environment. */
import { randomBytes } from 'node:crypto'
import * as Sentry from '@sentry/node'

Sentry.init({
  release: 'shop@1.2.3',
  environment: 'staging',
  beforeSend: (event) => (event.message === 'dropped on purpose' ? null : event),
})
Sentry.startSession()
Sentry.setUser({ id: '42', email: 'ada@example.com', username: 'ada' })
Sentry.setTag('tenant', 'acme')
Sentry.setTag('retries', 3)
Sentry.addBreadcrumb({ category: 'cart', message: 'cart opened', level: 'info' })
Sentry.addBreadcrumb({
  category: 'cart',
  message: 'coupon applied',
  level: 'info',
  data: { coupon: 'SPRING' },
})
Sentry.addBreadcrumb({ category: 'payment', message: 'card declined', level: 'warning' })

function chargeCard(): never {
  throw new TypeError('gateway is undefined')
}

function checkOut(): never {
  try {
    chargeCard()
  } catch (cause) {
    throw new Error('Checkout failed', { cause })
  }
}

try {
  checkOut()
} catch (error) {
  const associatedEventId = Sentry.captureException(error, { level: 'fatal' })
  // Sent at once, while the event still waits for the lines around its frames.
  Sentry.captureFeedback({
    associatedEventId,
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Paying did not work.',
  })
}
Sentry.captureMessage('Disk almost full', 'warning')
Sentry.captureMessage('dropped on purpose')
Sentry.withScope((scope) => {
  scope.addAttachment({ filename: 'app.log', data: randomBytes(3 * 1024 * 1024) })
  Sentry.captureMessage('Backup failed', 'error')
})
// Nobody handles these; the SDK reports both from one place of its own.
void Promise.reject('offline')
void Promise.reject({ code: 'E_LIMIT' })
await new Promise(setImmediate)
Sentry.endSession()
await Sentry.flush(10_000)
