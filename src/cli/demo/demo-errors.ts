/** A frame of a demo stack, the failing line with its surroundings. */
export interface DemoFrame {
  file: string
  name: string
  line: number
  before: string[]
  code: string
  after: string[]
}

export interface DemoError {
  type: string
  value: string
  level: 'fatal' | 'error' | 'warning'
  transaction: string
  /** Outermost first. */
  frames: DemoFrame[]
  count: number
  /** The first release that has it; all later ones have it too. */
  since: '2.3.0' | '2.3.1' | '2.4.0'
  crumbs: string[]
}

const handler: DemoFrame = {
  file: 'src/server/handle.ts',
  name: 'handle',
  line: 41,
  before: ['  const route = match(request.url)', '  if (!route) return notFound()'],
  code: '  return await route.run(request)',
  after: ['}'],
}

export const DEMO_ERRORS: readonly DemoError[] = [
  {
    type: 'TypeError',
    value: "Cannot read properties of undefined (reading 'amount')",
    level: 'error',
    transaction: 'POST /checkout',
    frames: [
      handler,
      {
        file: 'src/checkout/total.ts',
        name: 'totalOf',
        line: 18,
        before: [
          'export function totalOf(cart: Cart): number {',
          '  const discount = discounts.get(cart.coupon)',
        ],
        code: '  return sum(cart.lines) - discount.amount',
        after: ['}'],
      },
    ],
    count: 54,
    since: '2.4.0',
    crumbs: ['GET /cart 200', 'coupon SUMMER entered', 'POST /checkout'],
  },
  {
    type: 'PaymentDeclinedError',
    value: 'The card issuer refused the payment',
    level: 'warning',
    transaction: 'POST /checkout',
    frames: [
      handler,
      {
        file: 'src/payment/charge.ts',
        name: 'charge',
        line: 63,
        before: [
          '  const answer = await gateway.charge(order.total, card)',
          "  if (answer.status === 'declined')",
        ],
        code: '    throw new PaymentDeclinedError(answer.reason)',
        after: ['  return answer.id'],
      },
    ],
    count: 48,
    since: '2.3.0',
    crumbs: ['GET /checkout 200', 'payment form sent'],
  },
  {
    type: 'TimeoutError',
    value: 'The search index did not answer within 2000 ms',
    level: 'error',
    transaction: 'GET /search',
    frames: [
      handler,
      {
        file: 'src/search/query.ts',
        name: 'query',
        line: 27,
        before: [
          '  const controller = new AbortController()',
          '  const timer = setTimeout(() => controller.abort(), LIMIT_MS)',
        ],
        code: '  const answer = await index.ask(terms, controller.signal)',
        after: ['  clearTimeout(timer)', '  return answer.hits'],
      },
    ],
    count: 40,
    since: '2.3.0',
    crumbs: ['GET / 200', 'search “red shoes”'],
  },
  {
    type: 'DatabaseError',
    value: 'connection pool exhausted: 20 of 20 connections in use',
    level: 'fatal',
    transaction: 'GET /orders',
    frames: [
      handler,
      {
        file: 'src/orders/list.ts',
        name: 'listOrders',
        line: 12,
        before: ['export async function listOrders(customer: string) {'],
        code: '  const client = await pool.connect()',
        after: [
          "  const { rows } = await client.query('SELECT * FROM orders WHERE customer = $1', [customer])",
          '  return rows',
        ],
      },
    ],
    count: 22,
    since: '2.4.0',
    crumbs: ['GET /account 200', 'GET /orders'],
  },
  {
    type: 'RangeError',
    value: 'Invalid time value',
    level: 'error',
    transaction: 'GET /orders/:id',
    frames: [
      handler,
      {
        file: 'src/orders/delivery.ts',
        name: 'deliveryDay',
        line: 9,
        before: ['export function deliveryDay(order: Order): string {'],
        code: '  return new Date(order.shippedAt).toISOString().slice(0, 10)',
        after: ['}'],
      },
    ],
    count: 17,
    since: '2.3.1',
    crumbs: ['GET /orders 200', 'order opened'],
  },
  {
    type: 'SyntaxError',
    value: 'Unexpected end of JSON input',
    level: 'error',
    transaction: 'POST /webhooks/stock',
    frames: [
      handler,
      {
        file: 'src/stock/import.ts',
        name: 'importStock',
        line: 22,
        before: ['  const text = await body(request)'],
        code: '  const items = JSON.parse(text) as StockItem[]',
        after: ['  await store.replace(items)'],
      },
    ],
    count: 9,
    since: '2.3.0',
    crumbs: ['POST /webhooks/stock'],
  },
  {
    type: 'TypeError',
    value: 'Failed to fetch',
    level: 'warning',
    transaction: '/product/:slug',
    frames: [
      {
        file: 'src/pages/product/reviews.ts',
        name: 'loadReviews',
        line: 31,
        before: ['async function loadReviews(slug: string) {'],
        code: "  const answer = await fetch('/api/reviews/' + slug)",
        after: ['  setReviews(await answer.json())'],
      },
    ],
    count: 33,
    since: '2.3.1',
    crumbs: ['navigation to /product/red-shoes', 'reviews opened'],
  },
]
