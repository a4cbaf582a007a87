import { describe, expect, test } from 'vitest'
import { normaliseEvent } from '../normalise/event.ts'
import { saidInLog } from './line.ts'

const TRACE = 'Traceback (most recent call last):\n  File "/srv/cart.py", line 7, in pay\n    charge(card)\n'

describe('what a line of a log says', () => {
  test.each<[string, string]>([
    ['2026-03-01 09:10:11.120 | ERROR    | shop.cart:pay:77 - card 12 declined', 'card 12 declined'],
    ['2026-03-01 09:10:11.120 | CRITICAL | __main__:<module>:3 - out of stock', 'out of stock'],
    [
      '[2026-03-01T09:10:11.120304+01:00] checkout.CRITICAL: card declined {"id":7} []',
      'card declined {"id":7} []',
    ],
    ['09:10:11.120 [http-nio-8080-exec-3] WARN  com.shop.Cart - slow answer', 'slow answer'],
    ['2026-03-01 09:10:11,120 ERROR [main] com.shop.Cart - declined', 'declined'],
    ['2026-03-01 09:10:11,120 - shop.cart - ERROR - pay: card declined', 'pay: card declined'],
    ['2026-03-01T09:10:11Z [warning  ] stock_low                 item=7', 'stock_low item=7'],
    ['2026/03/01 09:10:11 [crit] 17#17: *9 connect() failed', '17#17: *9 connect() failed'],
    ['E, [2026-03-01T09:10:11.120304 #17] ERROR -- shop: card declined', 'card declined'],
    ['E0301 09:10:11.120304   77 cart.go:17] card declined', 'card declined'],
    ['[01-Mar-2026 09:10:11 Europe/Paris] PHP Warning:  Undefined card', 'PHP Warning: Undefined card'],
    ['time=2026-03-01T09:10:11Z level=error msg="card \\"12\\" declined" order=7', 'card "12" declined'],
    ["event='sync stopped' order=7 logger='pay'", 'sync stopped'],
    ["timestamp='2026-03-01' level='error' event=\"can't sync\" order=7", "can't sync"],
    ['\u001b[31m09:10:11 ERROR\u001b[0m card declined', 'card declined'],
    ['{"level":50,"time":1767225600000,"pid":7,"msg":"card declined"}', 'card declined'],
    ['{"severity": "ERROR", "message": "card declined", "httpRequest": {"status": 502}}', 'card declined'],
    [`${TRACE}shop.CardError: declined\n`, 'shop.CardError: declined'],
  ])('%j', (line, said) => {
    expect(saidInLog(line)).toBe(said)
  })

  test.each([
    'ERROR in cart',
    '2026-03-01 is not a working day',
    '2026-03-01 09:10:11 is not a start',
    '09:10:11 error reading the card',
    '2026-03-01 09:10:11 ERROR',
    '2026-03-01 09:10:11 nothing ERRORS here',
    '{"id": 7}',
    'level=error order=7',
    'event=paid order=7',
    'level=error msg="" order=7',
    '[01-Mar-2026 09:10:11 UTC] is not a start',
    '{"message": ""}',
    '{"message": "cut he',
    '{not json}',
    '',
  ])('%j says all of it', (line) => {
    expect(saidInLog(line)).toBe(line)
  })
})

const title = (event: Parameters<typeof normaliseEvent>[0]) =>
  normaliseEvent(event, { receivedAt: 0, retentionDays: 30 }).title

test('a title that announces what follows takes the next line along', () => {
  expect(title({ message: 'Cannot start:\n\n  port 80 is taken\nbye' })).toBe(
    'Cannot start: port 80 is taken',
  )
  expect(title({ message: 'Cannot start:' })).toBe('Cannot start:')
  expect(title({ message: `Cannot pay\n${TRACE}E: x` })).toBe('Cannot pay')
  expect(title({ message: `Cannot pay:\n${TRACE}CardError: declined` })).toBe(
    'Cannot pay: CardError: declined',
  )
  const value = '<RpcError of a call that ended with:\n\tstatus = StatusCode.UNAVAILABLE\n\tdetails = "x">'
  expect(title({ exception: [{ type: 'RpcError', value }] })).toBe(
    'RpcError: <RpcError of a call that ended with: status = StatusCode.UNAVAILABLE',
  )
})

test('a title names the class that an anonymous one extends', () => {
  const type = 'PayError@anonymous\uFFFD/srv/pay.php:9$0'
  expect(title({ platform: 'php', exception: [{ type, value: 'late' }] })).toBe('PayError@anonymous: late')
})
