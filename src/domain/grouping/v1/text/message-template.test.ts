import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../../../test/support/timing.ts'
import { messageTemplate, parameteriseMessage, TEMPLATE_MAX_CHARS } from './message-template.ts'

test.each([
  ['order 4711 not found', 'order <number> not found'],
  ['worker-12 died', 'worker-<number> died'],
  ['offset -3', 'offset <number>'],
  ['ratio 0.75 of 1e5', 'ratio <number> of <number>'],
  ['row 123456789', 'row <number>'],
  ['at 0xdeadbeef', 'at <number>'],
  ['session 9f8e7d6c5b', 'session <number>'],
  ['build f00dfac', 'build <number>'],
  ['deadbeef is a word of letters', 'deadbeef is a word of letters'],
  ['mail to jo.doe+x@mail.example.org failed', 'mail to <email> failed'],
  ['GET https://api.example.org/v1/users?id=5 -> 502', 'GET <url> -> <number>'],
  ['lookup db-3.prod.example.com: no such host', 'lookup <hostname>: no such host'],
  ['java.io.IOException: closed', 'java.io.IOException: closed'],
  ['dial 10.1.2.3:5432', 'dial <host>:<number>'],
  ['peer 2001:db8::ff00:42:8329 left', 'peer <ip> left'],
  ['std::vector and Result::Ok', 'std::vector and Result::Ok'],
  ['mac 0a:1b:2c:3d:4e:5f', 'mac <mac>'],
  ['id 7c9e6679-7425-40de-944b-e07fc1f90ae7', 'id <uuid>'],
  ['md5 9e107d9d372bb6826bd81d3542a419d6', 'md5 <md5>'],
  ['sha 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12', 'sha <sha1>'],
  ['since 2026-02-28T23:59:59.5+02:00', 'since <date>'],
  ['since Tue, 03 Mar 2026 10:11:12 GMT', 'since <date>'],
  ['at 3:04 PM', 'at <date>'],
  ['2026-99-01', '<number>-<number>-<number>'],
  ['took 250ms of 1m30s', 'took <duration> of <duration>'],
  ['Allowed memory size of 134217728 bytes exhausted', 'Allowed memory size of <size> exhausted'],
  ['file of 1.5 MB, at most 512KiB', 'file of <size>, at most <size>'],
  ['5 MBA students', '<number> MBA students'],
  ['for 4 tasks', 'for <number> task'],
  ['order 01ARZ3NDEKTSV4RRFFQ69G5FAV gone', 'order <number> gone'],
  ['key 7hF2kQ9zLm3XvB1nR8sT gone', 'key <number> gone'],
  [
    'OAuth2AuthorizationException from Http2ConnectionPool',
    'OAuth2AuthorizationException from Http2ConnectionPool',
  ],
  ['May I have 3 marbles', 'May I have <number> marble'],
  ["name='x 1' n=5 ok=true", 'name=<quoted_str> n=<number> ok=<bool>'],
  ["name = 'x'", 'name = <quoted_str>'],
  ['utf8 and md5 and v2', 'utf8 and md5 and v2'],
  ['com.example.Foo@1b2c3d4e', 'com.example.Foo@<number>'],
])('%s', (message, template) => {
  expect(parameteriseMessage(message)).toBe(template)
})

/** Of one message each; what tells the occurrences apart differs. */
const SAME: [string, string][] = [
  ["user 'bob' not found", "user 'alice' not found"],
  ["missing 'a', 'b'", "missing 'c'"],
  ['charge cus_9s6XKzkNRiz8i3 failed', 'charge cus_NffrFeUfNV2Hib failed'],
  ['worker_3 on node12 crashed', 'worker_12 on node7 crashed'],
  ['pod web-7d4b9c6f5d-x2k4q evicted', 'pod web-6c8b45d7f9-9zp2m evicted'],
  ['took 1.5 seconds', 'took 250ms'],
  ['disk at 91%', 'disk at 5.5 %'],
  ['balance $12.50', 'balance $1,200'],
  ['amount 12.50 EUR', 'amount 7 EUR'],
  ['flags 0x1f', 'flags 31'],
  ['error 1e-9', 'error 0.25'],
  ['ids: 1, 2, 3', 'ids: 7'],
  ['3rd try', '4th try'],
  ['1 item left', '2 items left'],
  ['booking X7K9QZ gone', 'booking B08N5WRWNW gone'],
  ['video dQw4w9WgXcQ', 'video 9bZkp7q19f0'],
  ['GET https://h.example/a?token=[Filtered]&x=1 failed', 'GET https://h.example/b failed'],
  ['no such file /home/bob/a.txt', 'no such file /home/ann/docs/b.txt'],
  ['login failed user=bob', 'login failed user=alice'],
  ['needs 1.2.3 or v1.3', 'needs v2.10.0-rc.1 or v2.0'],
  ['1.234.567 rows', '7 rows'],
  ['USD12.50 charged', 'EUR 7 charged'],
  ['size 800x600', 'size 1920x1080'],
  ['phone +1 415 555 2671', 'phone +49 30 123456'],
  ['1 retry, 1 match', '3 retries, 2 matches'],
  ['waited 5 s', 'waited 300ms'],
  ['after PT1H30M', 'after P1DT2.5S'],
  ['week 2026-W47', 'week 2025-W02'],
  [
    'at Tue Nov 24 2026 10:11:12 GMT+0100 (Central European Standard Time)',
    'at Fri Jan 02 2025 01:02:03 GMT+0000 (Coordinated Universal Time)',
  ],
  ['user “ann” unknown', 'user “bob” unknown'],
  ['Datei „a“ fehlt', 'Datei „b“ fehlt'],
  ['fichier «a» absent', 'fichier «b» absent'],
  ['cannot open /home/ann/x', 'cannot open /home/bob/y'],
  ['img12.png missing', 'img4711.png missing'],
  ['GET /search?q=shoes&page=1', 'GET /search?q=hats&page=2'],
  ['Key (name)=(ann) already exists', 'Key (name)=(bob) already exists'],
  ['key V1StGXR8_Z5jdHi6B-myT', 'key 4f90d13a42uakQ-xYz12a'],
  ['Sicherung vom 6. März 2024 fehlt', 'Sicherung vom 12. Dezember 2025 fehlt'],
  ['copia del 3 de enero de 2024', 'copia del 14 de diciembre de 2025'],
  ['счёт от 3 января 2024', 'счёт от 14 августа 2025'],
  ['mac aa:bb:cc:dd:ee:ff', 'mac 00:1a:2b:3c:4d:5e'],
  ['phone +1 (555) 123-4567', 'phone +49 30 1234567'],
  ['request 4442587FB7D0A2F9', 'request 79104EXAMPLEB723'],
  ['sign dGhpcyBpcyBhIGxvbmcgc2lnbmF0dXJlIGhlcmU= bad', 'sign YW5vdGhlciBxdWl0ZSBsb25nIHNpZ25hdHVyZSB4 bad'],
  [
    '{"id": 7, "event": "payment failed", "user": "ann"}',
    '{"id": 8, "event": "payment failed", "user": "bob"}',
  ],
  ["'job-17' worker exited with 'code 3'", "'job-9' worker exited with 'code 1'"],
  ['dup key: { name: "ann" }', 'dup key: { name: "bob" }'],
  ['insert into `u` (`a`) values (ann, 3)', 'insert into `u` (`a`) values (bob, 9)'],
]
test.each([
  ['late after 3h 12m 5s', 'late after 45m 9s'],
  ["key 'user:42:cart' is gone", "key 'user:7:cart' is gone"],
  [
    "key 'cart:550e8400-e29b-41d4-a716-446655440000' is gone",
    "key 'cart:9b2e41d0-1f2a-4c3b-8d4e-5f6a7b8c9d0e' is gone",
  ],
  ['Chrome/120.0.0.0 is too old', 'Chrome/99.0.4844.51 is too old'],
  ['/mnt/nfs/a.bin is locked', '/mnt/disk-2/b/c.bin is locked'],
  ['/var/lib/shop/a.db is locked', '/var/spool/shop/b.db is locked'],
  ['late after 2 days, 3:04:05.123456', 'late after 1 day, 0:00:09'],
  ['late after 3 hours, 12 minutes and 5 seconds', 'late after 12 minutes'],
  ['report of 05/17/2024 10:12 AM is empty', 'report of 1/2/2024, 9:05:00\u202fPM is empty'],
  ['in (?, ?, ?)', 'in (?)'],
  ['in (:id_1, :id_2)', 'in (:id_1)'],
  ['in (%(id_1)s, %(id_2)s)', 'in (%(id_1)s)'],
  ['insert (a, b) values (?, ?), (?, ?)', 'insert (a, b) values (?, ?)'],
  ['insert (a, b) values ($1, $2),($3, $4)', 'insert (a, b) values ($1, $2)'],
  ['lookup orders on 10.0.0.2:53: no such host', 'lookup carts on 10.0.0.3:53: no such host'],
  ["customer 'cus_NffrFeUfNV2Hib' has no source", "customer 'cus_9s6XKzkNRiz8i3' has no source"],
  ["object '507f1f77bcf86cd799439011' has no owner", "object '65a1b2c3d4e5f6a7b8c9d0e1' has no owner"],
  ['key 0ujtsYcgvSTl8PAuAdqWYSMnLOv is old', 'key 0ujsswThIGTUYm2K8FjOOfXtY1K is old'],
  [
    'key NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs is old',
    'key i6lGk3FZzxRcUb2C3nEQ7syHJlYTZ6m9lRpPqK8uT4w is old',
  ],
])('%j and %j differ by what happens to be there', (left, right) => {
  expect(messageTemplate(left)).toBe(messageTemplate(right))
})

test.each([
  ['Win32 error 0x80070005', 'Win32 error 0x80070020'],
  ['exception 0xC0000005', 'exception 0xC00000FD'],
  ["error code '23505'", "error code '40001'"],
  ["column 'line_item' has no default", "column 'line_total' has no default"],
  ['the text is not UTF-8', 'the text is not UTF-16'],
  ['certificate without SHA-1', 'certificate without SHA-256'],
  ["key 'user:42:cart' is gone", "key 'user:42:wishlist' is gone"],
  ['merge (left), then (right)', 'merge (left), then (top)'],
  ['encodeHttp2SettingsFrame failed', 'decodeHttp2SettingsFrame failed'],
])('%j and %j differ by what went wrong', (left, right) => {
  expect(messageTemplate(left)).not.toBe(messageTemplate(right))
})

test.each(SAME)('%j and %j are one message', (left, right) => {
  expect(messageTemplate(left)).toBe(messageTemplate(right))
})

const DIFFERENT: [string, string][] = [
  ["column 'a' does not exist", "column 'b' does not exist"],
  [
    "Cannot read properties of undefined (reading 'id')",
    "Cannot read properties of undefined (reading 'name')",
  ],
  ["'NoneType' object has no attribute 'x'", "'NoneType' object has no attribute 'y'"],
  ["name 'foo' is not defined", "name 'bar' is not defined"],
  ['failed with "the connection was refused"', 'failed with "the peer has timed out"'],
  ['{"error":"x"}', '{"message":"x"}'],
  ['status=failed', 'status=late'],
  ['{"code":"card_declined"}', '{"code":"expired_card"}'],
  ['Cannot invoke "String.length()" on it', 'Cannot invoke "List.size()" on it'],
  ['lib2.so missing', 'lib3.so missing'],
  ['api v1 failed', 'api v2 failed'],
  ["undefined is not an object (evaluating 'a.b')", "undefined is not an object (evaluating 'c.d')"],
  ['level=error msg="sync failed"', 'level=error msg="login failed"'],
  ['{"id": 7, "event": "payment failed"}', '{"id": 7, "event": "refund failed"}'],
  ["{'message': 'disk full', 'pid': 7}", "{'message': 'disk gone', 'pid': 7}"],
  ['Minified React error #185', 'Minified React error #310'],
  ["{ code: 'ENOENT' }", "{ code: 'EACCES' }"],
  ["'renderer' process exited with 'crashed'", "'GPU' process exited with 'crashed'"],
  ["'GPU' process exited with 'crashed'", "'GPU' process exited with 'oom'"],
  ['12 mars bars', '12 cars bars'],
]
test.each(DIFFERENT)('%j and %j are two', (left, right) => {
  expect(messageTemplate(left)).not.toBe(messageTemplate(right))
})

describe('lines', () => {
  test.each([
    ['\n  one \n', 'one'],
    ['one\n\n\ntwo 2', 'one\ntwo <number>'],
    ['one\ntwo\nthree', 'one\ntwo...'],
  ])('%j', (message, template) => {
    expect(messageTemplate(message)).toBe(template)
  })
})

const piece = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.ipV4(),
  fc.ipV6(),
  fc.uuid(),
  fc.emailAddress(),
  fc.webUrl(),
  fc.domain(),
  fc.constantFrom(
    ':',
    '.',
    '-',
    '=',
    "'",
    '"',
    '@',
    ' ',
    '/',
    '::',
    '://',
    '0x',
    'ms',
    '<',
    '>',
    '+',
    'Jan 5',
    ' PM',
    'true',
  ),
)

test('a template without quotes is its own template', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const template = messageTemplate(pieces.join('').replace(/['"]/g, ''))
      expect(messageTemplate(template)).toBe(template)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '1.',
  'a:',
  "='",
  'a@',
  'Jan 1 ',
  'f:',
  '::',
  'a.',
  '1m',
  '=""',
  'datetime.date(',
  'a-://',
  'aB1',
  'Aa1 ',
  "'a ",
  'a_',
  'a_1',
  '/tmp',
  '/tmp/a',
  'id=',
  '$1',
  '1, ',
  'aA1/',
  'aA1+',
  '1 de ',
  'aa:',
  'values (',
  '(a), ',
  '?, ',
  '(?, ',
  ':a1, ',
  '1s ',
])('a long run of %j takes little time', (unit) => {
  const text = unit.repeat(TEMPLATE_MAX_CHARS)
  expect(cpuMsOf(() => parameteriseMessage(text))).toBeLessThan(200)
})
