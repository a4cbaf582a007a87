import type { JsonObject } from '#domain/json/json.ts'
import { type ReadEvent, readStoreEvent } from './read-event.ts'

/** What a small shop would send; the first line of every screen that shows it says that it is a test. */
const SAMPLE: JsonObject = {
  platform: 'javascript',
  level: 'error',
  environment: 'test',
  release: 'test-event@1.0.0',
  logger: 'errata',
  transaction: 'POST /checkout',
  exception: {
    values: [
      {
        type: 'TestError',
        value: 'This is a test event. Your project is ready for real ones.',
        mechanism: { type: 'generic', handled: false },
        stacktrace: {
          frames: [
            {
              function: 'handleRequest',
              module: 'express.router',
              filename: 'node_modules/express/lib/router.js',
              lineno: 281,
              colno: 13,
              in_app: false,
            },
            {
              function: 'checkout',
              filename: 'src/checkout.js',
              lineno: 23,
              colno: 18,
              in_app: true,
              pre_context: [
                'async function checkout(request) {',
                '  const cart = await loadCart(request.user)',
              ],
              context_line: '  const order = await submitOrder(cart)',
              post_context: ['  return { id: order.id }', '}'],
            },
            {
              function: 'submitOrder',
              filename: 'src/orders.js',
              lineno: 9,
              colno: 11,
              in_app: true,
              pre_context: ['function submitOrder(cart) {', '  if (cart.isTest) {'],
              context_line:
                "    throw new TestError('This is a test event. Your project is ready for real ones.')",
              post_context: ['  }', '  return orders.create(cart)', '}'],
              vars: { cart: { isTest: true, items: 3 } },
            },
          ],
        },
      },
    ],
  },
  request: {
    method: 'POST',
    url: 'https://shop.example/checkout',
    headers: { Accept: 'application/json', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  },
  user: { id: 'test-user' },
  tags: { test_event: 'true', page: 'checkout' },
  extra: { note: 'Sent by the button on the dashboard, through the usual ingest path.' },
  sdk: { name: 'errata.test-event', version: '1.0.0' },
}

/** Crumbs of the last seconds: how long before the event, ms, and what happened. */
const CRUMBS: { beforeMs: number; crumb: JsonObject }[] = [
  { beforeMs: 8200, crumb: { type: 'navigation', category: 'navigation', data: { from: '/', to: '/cart' } } },
  { beforeMs: 2100, crumb: { category: 'ui.click', message: 'button#checkout' } },
  {
    beforeMs: 120,
    crumb: {
      type: 'http',
      category: 'fetch',
      data: { method: 'GET', url: '/api/cart', status_code: 200 },
    },
  },
]

/** A realistic event that says it is a test, as a client's bare JSON body would bring it in at `now` (epoch ms). */
export function testEvent(now: number): ReadEvent {
  const seconds = (at: number): number => at / 1000
  const values = CRUMBS.map(({ beforeMs, crumb }) => ({
    level: 'info',
    timestamp: seconds(now - beforeMs),
    ...crumb,
  }))
  const event = { ...SAMPLE, timestamp: seconds(now), breadcrumbs: { values } }
  const bytes = Buffer.from(JSON.stringify(event))
  return readStoreEvent({ bytes, encoding: 'identity', maxBytes: bytes.length })
}
