import { describe, expect, test } from 'vitest'
import { together } from '../../../test/support/sample/grouped-events.ts'
import { testPairs } from '../../../test/support/sample/grouped-pairs.ts'
import { readTitle } from '../event/title.ts'
import type { JsonObject } from '../json/json.ts'
import { explainGrouping } from './v1/fingerprint.ts'

const said = (message: string): JsonObject => ({ platform: 'other', message })

const SAME_TEXTS: readonly (readonly [string, string])[] = [
  ['Order A-1029 not found', 'Order B-77 not found'],
  ['order ORD-2024-00017 is late', 'order SHP-17 is late'],
  ['Flight LH-1234 has no gate', 'Flight BA-77 has no gate'],
  ['lot L24-0091 exceeds limits', 'lot M7-12 exceeds limits'],
  ['SKU TSH-BLK-XL-1029 is out of stock', 'SKU TSH-RED-M-2231 is out of stock'],
  ['part AB-1234-CD has no price', 'part XY-9981-QR has no price'],
  ['could not ship parcel JD014600003828', 'could not ship parcel XK88014600001'],
  ['could not read report_final.pdf', 'could not read Summary-Q3.pdf'],
  ['failed to upload IMG_2231.HEIC', 'failed to upload vacation.HEIC'],
  ['backup for Monday failed', 'backup for Thursday failed'],
  ['job bquxjob_1a2b3c4d_18c0ffee failed', 'job bquxjob_99ff3c4d_18dead01 failed'],
  ['container_1712345678901_0042_01_000003 exited', 'container_1799999999999_0001_01_000017 exited'],
  ['revision shop-api-00042-xyz failed', 'revision shop-api-00043-qab failed'],
  ["Field '_total@17042623' has not been initialized", "Field '_total@99042623' has not been initialized"],
  ["Instance of 'minified:aXk'", "Instance of 'minified:bQ'"],
]
const OTHER_TEXTS: readonly (readonly [string, string])[] = [
  ['ORA-00942: cannot run', 'ORA-00904: cannot run'],
  ['ORA-12541 TNS:no listener', 'ORA-12514 TNS:no listener'],
  ['CVE-2024-3094 found in image', 'CVE-2021-44228 found in image'],
  ['E1101: no member', 'E0611: no member'],
  ['error[E0382]: borrow', 'error[E0499]: borrow'],
  ['TS2345: not assignable', 'TS2322: not assignable'],
  ['error PAY-0042: provider refused', 'error PAY-0107: provider refused'],
  ['error code: FS-4031, export failed', 'error code: FS-4032, export failed'],
  ['SQLSTATE[23000] failed', 'SQLSTATE[42000] failed'],
  ['statement failed, SQLCODE=-803', 'statement failed, SQLCODE=-904'],
  ['not completed (NSURLErrorDomain error -1009.)', 'not completed (NSURLErrorDomain error -1001.)'],
  ['device lost: 0x887A0005', 'device lost: 0x887A0006'],
  ["inequivalent arg 'durable'", "inequivalent arg 'exclusive'"],
  ['SHOP-API-404: unreachable', 'SHOP-DB-404: unreachable'],
  ['missing sprite hero.png', 'missing sprite villain.png'],
  ['cannot find config.yaml', 'cannot find secrets.yaml'],
  ['no asset assets/intro.pdf', 'no asset assets/outro.pdf'],
  ['cipher AES-256-GCM refused', 'cipher AES-128-CBC refused'],
  ['document HTML5 is invalid', 'document XHTML is invalid'],
  ['MondayService is down', 'FridayService is down'],
  ["could not find stored procedure 'dbo.Pay'", "could not find stored procedure 'dbo.Refund'"],
  ["no value for placeholder 'shop.url'", "no value for placeholder 'mail.host'"],
  ["required header 'X-Tenant' is absent", "required header 'X-User' is absent"],
  ["the 'cart' parameter is empty", "the 'order' parameter is empty"],
  ["can't resolve './cart' in '/srv'", "can't resolve './order' in '/srv'"],
  ['unknown strategy "jwt"', 'unknown strategy "local"'],
  ['keyNotFound(CodingKeys(stringValue: "total"))', 'keyNotFound(CodingKeys(stringValue: "items"))'],
]

describe('the text of an event', () => {
  test.each(SAME_TEXTS)('%j and %j: same issue', (left, right) => {
    expect(together(said(left), said(right))).toBe(true)
  })
  test.each(OTHER_TEXTS)('%j and %j: two issues', (left, right) => {
    expect(together(said(left), said(right))).toBe(false)
  })
})

function thrown(platform: string, frames: JsonObject[], { type = 'E', value = 'x' } = {}): JsonObject {
  const called = frames.map((frame) => ({ in_app: true, ...frame }))
  return { platform, exception: [{ type, value, stacktrace: { frames: called } }] }
}

const inBundle = (filename: string, ...names: string[]) =>
  thrown(
    'javascript',
    names.map((name) => ({ function: name, filename })),
  )
const inWasm = (names: string[], value = 'unreachable') =>
  thrown(
    'javascript',
    names.map((name) => ({ function: name, filename: 'https://a.example/a.wasm' })),
    { type: 'RuntimeError', value },
  )
const ofJvm = (call: string): JsonObject => {
  const dot = call.lastIndexOf('.')
  return { module: call.slice(0, dot), function: call.slice(dot + 1), in_app: call.startsWith('com.shop') }
}
const onJvm = (...calls: string[]) => thrown('java', calls.map(ofJvm))
const hung = (...calls: string[]) => thrown('java', calls.map(ofJvm), { type: 'ApplicationNotResponding' })
const onDart = (type: string, value = 'x') =>
  thrown('javascript', [{ function: 'cart_pay', filename: 'https://a.example/main.dart.js' }], {
    type,
    value,
  })
const inFunction = (platform: string, type: string, value: string) =>
  thrown(platform, [{ function: 'pay', module: 'shop.cart' }], { type, value })
const reported = (kind: string, hostname: string): JsonObject => ({
  platform: 'other',
  [kind]: { hostname, port: 443, date_time: '2026-03-01T00:00:00Z' },
})

/** Thrown by code of a system or library alone. */
const byLibrary = (platform: string, type: string, value: string): JsonObject => {
  const frames = ['run', 'handle'].map((name) => ({ function: name, module: 'framework', in_app: false }))
  return { platform, exception: [{ type, value, stacktrace: { frames } }] }
}

const LOOP = ['android.os.Looper.loop', 'android.os.MessageQueue.next']
type Case = readonly [name: string, left: JsonObject, right: JsonObject]

const SAME: readonly Case[] = [
  [
    'a hang in two versions of the system',
    hung(...LOOP, 'android.os.MessageQueue.nativePollOnce'),
    hung('android.os.Looper.loopOnce', ...LOOP, 'android.os.MessageQueue.nativePollOnce'),
  ],
  ['a class as two builds of dart2js name it', onDart('minified:aXk'), onDart('minified:bQ')],
  [
    'a named function that numbered ones call',
    inWasm(['wasm-function[12]', 'pay']),
    inWasm(['wasm-function[19]', 'pay']),
  ],
  [
    'a function of Rust in two builds',
    inWasm(['pay::h0123456789abcdef']),
    inWasm(['pay::hfedcba9876543210']),
  ],
  [
    'a function that React Native calls on Android and iOS',
    inBundle('app:///index.android.bundle', '__callFunction', '__guard', 'onPress', 'pay'),
    inBundle('app:///main.jsbundle', 'flushedQueue', 'receiveTouches', 'onPress', 'pay'),
  ],
  [
    'a bean behind stubs of two deployments',
    onJvm('com.shop.EJSLocal0SLCart_1a2b3c4d.pay', 'com.shop.Cart.pay'),
    onJvm('com.shop.Cart_x7k2_Impl.pay', 'com.shop.Cart.pay'),
  ],
  [
    'a lambda of Scala that boxes its argument',
    onJvm('com.shop.Cart.$anonfun$pay$1'),
    onJvm('com.shop.Cart.$anonfun$pay$3$adapted'),
  ],
  [
    'code that was compiled in turn',
    thrown('python', [{ module: '<eval_with_key>.17', function: 'forward' }]),
    thrown('python', [{ module: '<eval_with_key>.42', function: 'forward' }]),
  ],
  ['a report of one host', reported('expectct', 'a.example'), reported('expectct', 'A.example')],
  [
    'a plain exception of a library, with other values',
    byLibrary('cocoa', 'NSInvalidArgumentException', '-[NSNull count]: sent to instance 0x8000'),
    byLibrary('cocoa', 'NSInvalidArgumentException', '-[NSNull count]: sent to instance 0xb001'),
  ],
  [
    'a plain exception of Android, about another object',
    byLibrary(
      'java',
      'IllegalStateException',
      'may not start Intent { act=A }: uid UidRecord{3f2c u0a12 CEM}',
    ),
    byLibrary(
      'java',
      'IllegalStateException',
      'may not start Intent { act=B }: uid UidRecord{99ff u0a241 TPSL}',
    ),
  ],
  [
    'an exception with a type of its own, thrown by a library',
    byLibrary('java', 'ClientAbortException', 'no reader'),
    byLibrary('java', 'ClientAbortException', 'left for good'),
  ],
]
const DIFFERENT: readonly Case[] = [
  [
    'what a hang waited for',
    hung(...LOOP, 'android.os.MessageQueue.nativePollOnce'),
    hung(...LOOP, 'android.os.BinderProxy.transactNative'),
  ],
  [
    'a hang in two functions of the application',
    hung(...LOOP, 'com.shop.Cart.load'),
    hung(...LOOP, 'com.shop.Pay.run'),
  ],
  ['two texts of minified classes', onDart('minified:aXk', 'no cart'), onDart('minified:aXk', 'no user')],
  [
    'two faults in numbered functions',
    inWasm(['wasm-function[12]']),
    inWasm(['wasm-function[12]'], 'memory access out of bounds'),
  ],
  ['two functions in a bundle', inBundle('main.jsbundle', 'pay'), inBundle('main.jsbundle', 'ship')],
  ...(
    [
      ['cocoa', 'NSInvalidArgumentException'],
      ['java', 'IllegalStateException'],
      ['python', 'RuntimeError'],
      ['csharp', 'System.InvalidOperationException'],
      ['php', 'RuntimeException'],
    ] as const
  ).map(
    ([platform, type]): Case => [
      `two faults of libraries on ${platform}`,
      byLibrary(platform, type, 'the loop is closed'),
      byLibrary(platform, type, 'the loop is running'),
    ],
  ),
  ['a report of two hosts', reported('hpkp', 'a.example'), reported('hpkp', 'b.example')],
  ['two kinds of reports', reported('hpkp', 'a.example'), reported('expectstaple', 'a.example')],
  [
    'two answers of SQL Server',
    inFunction('csharp', 'Microsoft.Data.SqlClient.SqlException', "Invalid object name 'orders'."),
    inFunction('csharp', 'Microsoft.Data.SqlClient.SqlException', 'The transaction was deadlocked.'),
  ],
  [
    'two codes of COM',
    inFunction('csharp', 'COMException', 'Exception from HRESULT: 0x80070005'),
    inFunction('csharp', 'COMException', 'Exception from HRESULT: 0x80040154'),
  ],
  [
    'two codes in brackets',
    inFunction('node', 'FirebaseError', 'Firebase: Error (auth/user-not-found).'),
    inFunction('node', 'FirebaseError', 'Firebase: Error (auth/wrong-password).'),
  ],
  [
    'two reasons of a broker',
    inFunction('java', 'MQException', "Completion Code '2', Reason '2033'."),
    inFunction('java', 'MQException', "Completion Code '2', Reason '2059'."),
  ],
  [
    'two states of ODBC',
    inFunction('python', 'OperationalError', "('08001', '[08001] failed')"),
    inFunction('python', 'OperationalError', "('HYT00', '[HYT00] failed')"),
  ],
]

describe('an event with a stack or a report', () => {
  testPairs(SAME, DIFFERENT)

  test('the explanation says why calls around the innermost do not count', () => {
    const payload = { ...hung(...LOOP), exception: { values: hung(...LOOP).exception! } }
    const { leftOut } = explainGrouping({ payload, platform: 'java' })
    expect(leftOut.map(({ rule }) => rule)).toContain('waiting_stack')
  })

  test('a report is titled by its kind and host', () => {
    expect(readTitle(reported('expectct', 'a.example'), [])).toBe('Expect-CT failed for a.example')
  })
})
