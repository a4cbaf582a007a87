import { expect, test } from 'vitest'
import { frame, thrown } from '../../../test/support/sample/grouped-events.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'

/** From the innermost cause to the exception that was caught, each with the function that threw it. */
const chain = (...links: [type: string, value: string, name: string][]): JsonObject => ({
  platform: 'python',
  exception: links.map(([type, value, name]) => thrown([frame(name)], { type, value })),
})

test.each([
  [
    'a group of tasks',
    chain(
      ['Declined', 'card 17', 'charge'],
      ['ExceptionGroup', 'unhandled errors in a TaskGroup', 'checkout'],
    ),
    'charge',
    'ExceptionGroup: unhandled errors in a TaskGroup: Declined: card 17',
  ],
  [
    'a group that says only how many there are',
    chain(['Declined', 'card 17', 'charge'], ['ExceptionGroup', '(2 sub-exceptions)', 'checkout']),
    'charge',
    'ExceptionGroup: (2 sub-exceptions): Declined: card 17',
  ],
  [
    'a group of .NET, which says in brackets what its causes say',
    chain(
      ['Declined', 'card 17', 'charge'],
      ['AggregateException', 'One or more errors occurred. (card 17)', 'checkout'],
    ),
    'charge',
    'AggregateException: One or more errors occurred: Declined: card 17',
  ],
  [
    'a wrapper of Java that prints its cause',
    {
      platform: 'java',
      exception: [
        thrown([frame('charge')], { type: 'Declined', value: 'card 17', module: 'com.shop' }),
        thrown([frame('retry')], { type: 'RuntimeException', value: 'com.shop.Declined: card 17' }),
      ],
    },
    'charge',
    'RuntimeException: com.shop.Declined: card 17',
  ],
  [
    'a wrapper that says something',
    chain(['Declined', 'card 17', 'charge'], ['CheckoutError', 'no order 17', 'checkout']),
    'checkout',
    'CheckoutError: no order 17',
  ],
])('%s is blamed on what its title names', (_name, sent, name, title) => {
  const { payload, ...rest } = normaliseEvent(sent, { receivedAt: 0, retentionDays: 30 })
  expect({ ...payload, ...rest }).toMatchObject({ title, culprit: `${name} (${name}.py)` })
})
