import type { JsonObject } from '#domain/json/json.ts'
import { apart, error, type GroupingPair, together } from './grouping-pair.ts'

const said = (platform: string, message: string): JsonObject => ({ platform, message })
const thrown = (platform: string, type: string, value: string): JsonObject => error([platform, type, value])
const frame = (
  platform: string,
  ...[fn, file, module]: [fn: string, file: string, module?: string]
): JsonObject => error([platform, 'Error', 'broken'], [fn, file, module])

/** One text with two values of the same kind in its place. */
const sameText = (platform: string, text: string, [a, b]: [string, string]): GroupingPair =>
  together(`${platform}: ${text}`, said(platform, text.replace('§', a)), said(platform, text.replace('§', b)))
const sameValue = (platform: string, type: string, [text, a, b]: [string, string, string]): GroupingPair =>
  together(
    `${platform}: ${text}`,
    thrown(platform, type, text.replace('§', a)),
    thrown(platform, type, text.replace('§', b)),
  )
const otherText = (platform: string, text: string, [a, b]: [string, string]): GroupingPair =>
  apart(
    `${platform}: ${text}, ${a} and ${b}`,
    said(platform, text.replace('§', a)),
    said(platform, text.replace('§', b)),
  )

/** Texts of runtimes, databases and services, and what stays of them in a group. */
export const MESSAGE_PAIRS: readonly GroupingPair[] = [
  sameText('node', 'Job failed at §', ['2026-11-24T02:52:02.123Z', '2026-11-25T12:00:00+01:00']),
  sameText('ruby', 'expires §', ['Tue, 24 Nov 2026 02:52:02 GMT', 'Wed, 25 Nov 2026 12:00:01 GMT']),
  sameText('go', 'context deadline exceeded after §', ['1m30.5s', '2.000123ms']),
  sameText('java', 'Java heap: used §', ['512MB of 2GB', '1.5GiB of 4GB']),
  sameText('node', 'order § not found', ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ']),
  sameText('node', 'connect ECONNREFUSED §', ['127.0.0.1:5432', '::1:5432']),
  sameText('go', 'dial tcp §: connect: connection refused', ['[2001:db8::1]:443', '[fe80::a:b%eth0]:8443']),
  sameText('go', 'dial tcp §: connect: connection refused', ['[::1]:443', '10.0.0.7:443']),
  otherText('node', 'connect § 10.0.0.1:5432', ['ECONNREFUSED', 'ETIMEDOUT']),
  otherText('node', 'Cast to ObjectId failed for value "507f1f77bcf86cd799439011" at path "§"', [
    '_id',
    'owner',
  ]),
  sameText('node', "no such file at path '§'", ['/srv/a/17.txt', '/srv/b/18.txt']),
  sameText('node', 'Cast to ObjectId failed for value "§" at path "_id"', [
    '507f1f77bcf86cd799439011',
    '5a9427648b0beebeb69579cc',
  ]),
  sameText('python', '404 Client Error: Not Found for url: https://api.example.com/users/§', [
    '17',
    '98231?x=1',
  ]),
  otherText('python', '§ for url: https://api.example.com/users/17', [
    '404 Client Error: Not Found',
    '500 Server Error: Internal Server Error',
  ]),
  sameText('python', "No such file or directory: '/tmp/§/out.csv'", ['tmpab12cd', 'tmpzz98yx']),
  sameText('python', 'Task shop.pay[§] raised unexpected', [
    '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ]),
  otherText('python', 'Task §[8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60] raised unexpected', [
    'shop.pay',
    'shop.ship',
  ]),
  sameText('python', 'Queue § not found', [
    'arn:aws:sqs:eu-west-1:123456789012:shop-q1',
    'arn:aws:sqs:us-east-1:999999999999:shop-q7',
  ]),
  otherText('python', 'An error occurred (§) when calling the PutItem operation', [
    'ThrottlingException',
    'AccessDenied',
  ]),
  sameText('python', 'deadlock detected\nDETAIL:  Process § waits for ShareLock', ['123', '9']),
  sameText('ruby', "undefined method `total' for #<Cart§>", [':0x0000aa01', ':0x000055d8 @items=[1, 2]']),
  sameText('ruby', "undefined method `total' for #<Shop::Cart id: §>", [
    '1, name: "a"',
    '22, name: "bob", city: nil',
  ]),
  otherText('ruby', "undefined method `total' for #<§ id: 1>", ['Cart', 'Order']),
  otherText('ruby', "undefined method '§' for nil", ['total', 'price']),
  sameText('java', 'com.shop.Cart@§ cannot be saved', ['1b6d3586', '4554617c']),
  sameText('java', 'Thread § died', ['pool-3-thread-12', 'pool-1-thread-4']),
  sameText('php', 'Amount § exceeds the limit', ['1.234,56 €', '99,00 €']),
  sameText('csharp', 'Component § is missing', [
    '{8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60}',
    '{0f8fad5b-d9cb-469f-a165-70867728950e}',
  ]),
  sameText('csharp', "Could not find file 'C:\\Users\\§.tmp'.", ['ada\\Temp\\12AB', 'bo\\Temp\\98FE']),
  sameText('go', 'pod § evicted', ['shop-7d9f8b6c5-x2k4q', 'shop-66bc9d7f4c-9zq2p']),
  sameValue('java', 'ArrayIndexOutOfBoundsException', ['Index § out of bounds for length 3', '5', '12']),
  sameValue('javascript', 'ChunkLoadError', ['Loading chunk § failed.', '17', '4']),
  sameValue('javascript', 'TypeError', [
    'Failed to fetch dynamically imported module: https://shop.example/assets/Cart-§.js',
    'B8x2Kq1z',
    'Zz81Lm0Q',
  ]),
  sameValue('rust', 'panic', ['index out of bounds: the len is 3 but the index is §', '7', '9']),
  sameValue('elixir', 'exit', ['exited in: GenServer.call(#PID<0.§.0>, :pay, 5000)', '123', '9921']),
  sameValue('go', 'runtime.boundsError', ['slice bounds out of range [:§] with capacity 3', '5', '12']),
  sameValue('dart', 'RangeError', ['Not in inclusive range 0..4: §', '7', '12']),
  sameValue('lua', 'error', ["cart.lua:§: attempt to index a nil value (field 'total')", '12', '19']),
  together(
    'JavaScript: bound functions',
    frame('javascript', 'bound pay', 'a.js'),
    frame('javascript', 'pay', 'a.js'),
  ),
  together(
    'Groovy: closures of two builds',
    frame('java', 'doCall', 'Cart.groovy', 'shop.Cart$_pay_closure1'),
    frame('java', 'doCall', 'Cart.groovy', 'shop.Cart$_pay_closure3'),
  ),
  apart(
    'Groovy: closures of two methods',
    frame('java', 'doCall', 'Cart.groovy', 'shop.Cart$_pay_closure1'),
    frame('java', 'doCall', 'Cart.groovy', 'shop.Cart$_refund_closure1'),
  ),
  together(
    'Scala: anonymous functions',
    frame('java', '$anonfun$pay$1', 'Cart.scala', 'com.shop.Cart$'),
    frame('java', '$anonfun$pay$2', 'Cart.scala', 'com.shop.Cart$'),
  ),
]
