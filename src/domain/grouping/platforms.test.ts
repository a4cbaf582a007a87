import { expect, test } from 'vitest'
import { normaliseEvent } from '#domain/normalise/event.ts'
import { GROUPING_PAIRS } from '../../../test/support/sample/grouping-pairs.ts'
import { MESSAGE_PAIRS } from '../../../test/support/sample/message-pairs.ts'
import { groupEvent } from './v1/fingerprint.ts'

test.each([...GROUPING_PAIRS, ...MESSAGE_PAIRS])('$name', ({ a, b, together }) => {
  const [first, second] = [a, b].map((event) =>
    groupEvent(normaliseEvent(structuredClone(event), { receivedAt: 0, retentionDays: 90 })),
  )
  expect(first!.keys[0] === second!.keys[0], `${first!.components}\n${second!.components}`).toBe(together)
})
