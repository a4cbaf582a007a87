import { describe, expect, test } from 'vitest'
import { messageTemplate } from './message-template.ts'

/** Of one message each, as other languages, tools and countries write what varies. */
const SAME: [string, string][] = [
  ['before 20260301T120000.123Z', 'before 20251127T235959Z'],
  ['before datetime.datetime(2026, 3, 1, 12, 0)', 'before datetime.datetime(2025, 11, 27, 23, 59, 59, 7)'],
  [
    'not 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'not 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  ],
  ['at 01/Mar/2026:12:00:00 +0000 the backend closed', 'at 27/Nov/2025:23:59:59 +0100 the backend closed'],
  ['expired on March 1st, 2026', 'expired on November 27th, 2025'],
  ['quarter 2026-Q1 of FY2026 is closed', 'quarter 2025-Q4 of FY2025 is closed'],
  ['[01-Mar-2026 12:00:00 UTC] PHP Warning: gone', '[27-Nov-2025 23:59:59 Europe/Paris] PHP Warning: gone'],
  ['E1127 23:59:59.123456    1234 cart.go:17] stuck', 'E0301 12:00:00.000001      99 cart.go:17] stuck'],
  ['slow query (1,234 ms)', 'slow query (87 ms)'],
  ['block rdd_2 holds 93.0 B', 'block rdd_117 holds 5.2 KB'],
  ['block blk_-4980916519894289629 is gone', 'block blk_7 is gone'],
  ['session 30546173_4261722401 began', 'session 7_12 began'],
  ['no part in _task_200811092030_0001_m_000590_0', 'no part in _task_200811100000_0002_m_001742_1'],
  ['no answer from ns1.shop.com.mx yet', 'no answer from a.b.co.uk yet'],
  ['failure; uid=0 rhost=173.234.31.186', 'failure; uid=7 rhost=5.dsl.example.om'],
  ["Invalid HTTP_HOST header: '10.0.0.5'.", "Invalid HTTP_HOST header: '192.168.1.17'."],
  ['slow query (1,234ms)', 'slow query (87ms)'],
  ['due in -1 day, 23:59:59', 'due in 2 days, 0:00:01'],
  ['before 2026-03-01T12:00:00+01:00[Europe/Berlin]', 'before 2025-11-27T23:59:59-05:00[America/New_York]'],
  ['no rows for March 2026', 'no rows for Nov 2025'],
  ['12.5x slower', '3x slower'],
  ['bad row: { id: 17n }', 'bad row: { id: 9n }'],
  ['The duplicate key value is (Ann, 7).', 'The duplicate key value is (bob@a.example).'],
  ['node gke-shop-pool-1a2b3c4d-x7k2 is gone', 'node gke-shop-pool-1a2b3c4d-p0q9 is gone'],
  [
    'sheet 1aBc2DeFgHiJkLmNoPqRsTuVwXyZ0123456789-_abcd is locked',
    'sheet 1ZZc9DeFgHiJkLmNoPqRsTuVwXyZ0123456789-_wxyz is locked',
  ],
  ['gave up after 1,5 seconds', 'gave up after 12 seconds'],
  ["amount CHF 1'234.50 too high", 'amount CHF 12.00 too high'],
  ['amount 1\u202f234,50 € too high', 'amount 12,00 € too high'],
  ['value ١٬٢٣٤٫٥ out of range', 'value ٤٥ out of range'],
  ['値 １２３ は無効です', '値 ４５ は無効です'],
  ['heap 512M is full', 'heap 16G is full'],
  ['user ‘Ann’ may not', 'user ‘Bob’ may not'],
  ['user ‹Ann› may not', 'user ‹Bob› may not'],
  ['user 『Ann』 may not', 'user 『Bob』 may not'],
  ['user &quot;ann&quot; may not', 'user "bob" may not'],
  ['user &#39;ann&#39; may not', 'user &#x27;bob&#x27; may not'],
  ["b'\\x00\\x01' is too short", "b'\\xff' is too short"],
  ['too short: <Buffer 68 65 6c 6c 6f>', 'too short: <Buffer 01 02 ... 14 more bytes>'],
  ['bad frame 0a 1b 2c 3d', 'bad frame ff 00 ee 11 22'],
  ['<CAF=abc123.20240101@mail.example.com> bounced', '<20250607.zzz@mail.example.com> bounced'],
  ['#Reference<0.1234.567.89> timed out', '#Reference<0.1.2.3> timed out'],
  ['no table events_2026_03', 'no table events_2025_11'],
  ['no entry product_17_en', 'no entry product_9921_en'],
  ['open C:\\Users\\ann\\AppData\\a.tmp: denied', 'open C:\\Users\\Bob Smith\\AppData\\b.tmp: denied'],
  ['open /Users/ann/Library/Application Support/x: denied', 'open /Users/bob/y: denied'],
  ['queue amq.gen-JzTY20BRgKO-HjmUJj0wLg gone', 'queue amq.gen-Xa2KpQ81RmO-ZbbUJj9wKk gone'],
  ['no module /assets/Cart-BqX1yZ_o.js', 'no module /assets/Cart-DkL9aa2P.js'],
  [
    'invalid bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'invalid bc1q5shngj24323nsrmxv99st02na6srekfctt30ch',
  ],
  ['bad row: Order { id: 17, paid: true }', 'bad row: Order { id: 9, paid: false }'],
  ['bad row: map[id:17 paid:true]', 'bad row: map[id:9 paid:false]'],
  [
    "Could not load file or assembly 'Serilog, Version=2.0.0.0, Culture=neutral'",
    "Could not load file or assembly 'Serilog, Version=3.1.0.0, Culture=neutral'",
  ],
  ['read tcp 10.0.0.1:44322->203.0.113.7:22: reset', 'read tcp 10.0.0.9:1055->198.51.100.7:2222: reset'],
  ['could not mail Ann Lee <ann@a.example>', 'could not mail Bob <bob@b.example>'],
  ['1.4.2 is older than 1.5.0-rc.1+build.7', '2.0.0 is older than 2.0.1+5114f85'],
  ['lag is 12k on cart', 'lag is 1.2M on cart'],
  [
    'restarting pod api-7d9f8b6c5-x2k4j_shop(7c9e6679-7425-40de-944b-e07fc1f90ae7)',
    'restarting pod api-5b9f8b6c4-q9zq2_shop(550e8400-e29b-41d4-a716-446655440000)',
  ],
  [
    'Assertion failed: (cart != 0), file /Volumes/work/cart.cpp, line 44',
    'Assertion failed: (cart != 0), file /builds/shop/src/cart.cpp, line 51',
  ],
  [
    'not foreground: ServiceRecord{3f2c1a u0 a.b/.Sync}',
    'not foreground: ServiceRecord{99ffaa u10 a.b/.Sync}',
  ],
  ['undefined value at /srv/app/Cart.pm line 12.', 'undefined value at /usr/share/shop/Cart.pm line 99.'],
  ['pay() at /app/cart.py:12 was cancelled', 'pay() at /srv/releases/42/cart.py:40 was cancelled'],
  ['failed at C:\\deploy\\run.ps1:12 char:5', 'failed at D:\\jobs\\run.ps1:7 char:31'],
  ['thrown in /var/www/cart.php on line 12', 'thrown in /srv/cart.php on line 7'],
  ['open ~/Library/Caches/a.db: locked', 'open ~/b.db: locked'],
  ['open C:/Users/ann/a.tmp: denied', 'open D:/tmp/b.tmp: denied'],
  [
    'blocked Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'blocked Mozilla/5.0 (compatible; Bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  ],
  ['image cart:v1.2.3-4-gabcdef1 is missing', 'image cart:v1.3.0-12-g9f8e7d6 is missing'],
  ['payout of $1.2M refused', 'payout of $340 refused'],
  ['invalid sequence for "UTF8": 0xe9 0x20 0x63', 'invalid sequence for "UTF8": 0xff'],
  ['signal -71dBm at 433MHz, fan 1500rpm', 'signal -8dBm at 2.4GHz, fan 90rpm'],
  ['battery 3.31V, load 250mA', 'battery 2.9V, load 8.5mA'],
  ['pod report-28712345-zx7kq failed', 'pod report-29100017-b4dfg failed'],
  [
    "right syntax to use near 'Brien', 7)' at line 1",
    "right syntax to use near 's shop' AND\nx = 'y' at line 2",
  ],
  [
    `Unexpected token '}', "{"a":1}}" is not valid JSON`,
    `Unexpected token 'o', ..."a": foo}" is not valid JSON`,
  ],
  [`7: unexpected token at '<p class='x'>'`, `81: unexpected token at '{"a": foo}'`],
  [
    `no value\n at [Source: (String)"{"a": foo}"; line: 1, column: 9]`,
    `no value\n at [Source: (String)"bar baz"; line: 3, column: 4]`,
  ],
  ['expected an object\nJSON input: <html>', 'expected an object\nJSON input: 7, "a"'],
  ['bad character (at character 1)\n<html>\n^', 'bad character (at character 7)\na b ? c'],
  [
    'Failed to parse time string (foo) at position 0 (f): no such zone',
    'Failed to parse time string (12 x) at position 3 (x): no such zone',
  ],
]

const APART: [string, string][] = [
  [
    "Could not load file or assembly 'Serilog, Version=2.0.0.0'",
    "Could not load file or assembly 'Npgsql, Version=2.0.0.0'",
  ],
  ['function Cart.pay/1 is undefined', 'function Cart.pay/2 is undefined'],
  ["attempt to call a nil value (global 'pay')", "attempt to call a nil value (global 'ship')"],
  ["'total' is a required property", "'items' is a required property"],
  ["Template 'cart.html' not found", "Template 'order.html' not found"],
  ['Queue "mails" does not exist', 'Queue "orders" does not exist'],
  [
    'exec: "ffmpeg": executable file not found in $PATH',
    'exec: "convert": executable file not found in $PATH',
  ],
  ['Code: 257', 'Code: 260'],
  ["The getter 'id' was called on null", "The getter 'name' was called on null"],
  ["Could not load file or assembly 'Cart'", "Could not load file or assembly 'Pay'"],
  ['Twilio error 21211: refused', 'Twilio error 21610: refused'],
  ['failed in /builds/src/cart.cpp', 'failed in /builds/src/order.cpp'],
  ['step_1_failed', 'step_1_skipped'],
  ['expected: true', 'expected: false'],
  ['cURL error 6', 'cURL error 28'],
  ['OSStatus -25300', 'OSStatus -34018'],
  ['ApiException: 12501', 'ApiException: 10'],
  ['Billing response code 3', 'Billing response code 7'],
  ["The term 'Get-Cart' is not recognized", "The term 'Get-Order' is not recognized"],
  ["Method not found: 'Void Shop.Cart.Pay()'", "Method not found: 'Void Shop.Cart.Ship()'"],
  ['dlopen failed: library "libcart.so" not found', 'dlopen failed: library "libpay.so" not found'],
  ['pay() at /app/cart.py:12 was cancelled', 'pay() at /app/order.py:12 was cancelled'],
  ["assertion 'GTK_IS_WIDGET (cart)' failed", "assertion 'GTK_IS_LABEL (cart)' failed"],
  ["line 7 pos 12: 'child != null': is not true.", "line 7 pos 12: 'index < length': is not true."],
  ['Failed to parse time string (foo): no such zone', 'Failed to parse time string (foo): twice a time'],
  ['rail 5V failed', 'rail 12V failed'],
  ['one (at character 7) of the text', 'two (at character 7) of the name'],
]

describe('what varies in a message', () => {
  test.each(SAME)('%s + %s', (left, right) => {
    expect(messageTemplate(left)).toBe(messageTemplate(right))
  })
})

describe('what tells two messages apart', () => {
  test.each(APART)('%s / %s', (left, right) => {
    expect(messageTemplate(left)).not.toBe(messageTemplate(right))
  })
})
