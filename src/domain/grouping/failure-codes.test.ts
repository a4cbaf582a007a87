import { describe, expect, test } from 'vitest'
import { event, frame, group, thrown } from '../../../test/support/sample/grouped-events.ts'
import { testPairs } from '../../../test/support/sample/grouped-pairs.ts'
import type { JsonObject } from '../json/json.ts'
import { previewFingerprint } from './preview.ts'

/* What databases, servers and systems answered to one call of the application, as stock SDKs sent it. */

const said = (platform: string, type: string, value: string): JsonObject =>
  event([], { platform, exception: [thrown([frame('save', { filename: 'src/orders.x' })], { type, value })] })
const node = (type: string, value: string) => said('node', type, value)
const python = (type: string, value: string) => said('python', type, value)
const java = (type: string, value: string) => said('java', type, value)
const message = (text: string): JsonObject => ({ platform: 'python', message: text })

/** As @sentry/node sends what was thrown and is no `Error`. */
const object = (serialized: JsonObject): JsonObject => ({
  platform: 'node',
  extra: { __serialized__: serialized },
  exception: [
    thrown([frame('save', { filename: 'src/orders.js' })], {
      type: 'Error',
      value: `Object captured as exception with keys: ${Object.keys(serialized).join(', ')}`,
      mechanism: { type: 'generic', handled: true, synthetic: true },
    }),
  ],
})

const SAME: [string, JsonObject, JsonObject][] = [
  [
    'a duplicate with another value',
    python(
      'UniqueViolation',
      'duplicate key value violates unique constraint "users_email_key"\nDETAIL:  Key (email)=(ann@x.io) already exists.',
    ),
    python(
      'UniqueViolation',
      'duplicate key value violates unique constraint "users_email_key"\nDETAIL:  Key (email)=(bob@x.io) already exists.',
    ),
  ],
  [
    'a value of another kind, in another statement',
    node(
      'error',
      'insert into "users" ("age") values ($1) - invalid input syntax for type integer: "very tall indeed"',
    ),
    node(
      'error',
      'insert into "users" ("age", "name") values ($1, $2) - invalid input syntax for type integer: "small"',
    ),
  ],
  [
    'a row that a check refused',
    python(
      'IntegrityError',
      '(psycopg2.errors.CheckViolation) new row for relation "users" violates check constraint "users_age_check"\nDETAIL:  Failing row contains (84, a@x.io, jo, -4, null).\n\n[SQL: INSERT INTO users …]',
    ),
    python(
      'IntegrityError',
      '(psycopg2.errors.CheckViolation) new row for relation "users" violates check constraint "users_age_check"\nDETAIL:  Failing row contains (97, b@x.io, al, -17, 3).\n\n[SQL: INSERT INTO users …]',
    ),
  ],
  [
    'a status of another address',
    node('HTTPError', 'Request failed with status code 404 Not Found: GET http://10.0.0.7/orders/17'),
    node('HTTPError', 'Request failed with status code 404 Not Found: GET http://10.0.0.8/carts/9?x=500'),
  ],
  [
    'a service that is down, as its proxies see it',
    node('AxiosError', 'Request failed with status code 502'),
    node('AxiosError', 'Request failed with status code 504'),
  ],
  [
    'a time limit of another length',
    node('AxiosError', 'timeout of 40ms exceeded'),
    node('AxiosError', 'timeout of 5000ms exceeded'),
  ],
  [
    'an id that could be a status',
    node('Error', 'order 404 not found'),
    node('Error', 'order 500 not found'),
  ],
  ['a count that could be a status', node('Error', 'got 404 rows'), node('Error', 'got 500 rows')],
  [
    'another exit status',
    python('CalledProcessError', "Command '['a']' returned non-zero exit status 255."),
    python('CalledProcessError', "Command '['a']' returned non-zero exit status 404."),
  ],
  ['a port', node('Error', 'https: 443 is taken'), node('Error', 'https: 8443 is taken')],
  [
    'a full disk, with its number and without',
    python('OSError', '[Errno 28] No space left on device'),
    python('OSError', "cannot write '/data/17.csv': No space left on device"),
  ],
  [
    'a network that is unreachable, by its code and in words',
    node('Error', 'connect ENETUNREACH 10.0.0.7:443'),
    node('Error', 'dial 10.0.0.8:443: Network is unreachable'),
  ],
  ['an object with another number', object({ code: 'E_LIMIT', n: 7 }), object({ code: 'E_LIMIT', n: 8 })],
  ['an object for another person', object({ name: 'Ann' }), object({ name: 'Bob' })],
  [
    'a statement that a quote of its user broke, in two places',
    said('php', 'PDOException', "1064 the right syntax to use near 'Brien', 17)' at line 1"),
    said('php', 'PDOException', "1064 the right syntax to use near 's shop' AND x = 'y' at line 1"),
  ],
]

const DIFFERENT: [string, JsonObject, JsonObject][] = [
  [
    'two constraints of PostgreSQL',
    java(
      'PSQLException',
      'ERROR: duplicate key value violates unique constraint "users_email_key"\n  Detail: …',
    ),
    java(
      'PSQLException',
      'ERROR: duplicate key value violates unique constraint "users_nick_key"\n  Detail: …',
    ),
  ],
  [
    'two constraints of SQLite',
    python('IntegrityError', 'UNIQUE constraint failed: users.email'),
    python('IntegrityError', 'UNIQUE constraint failed: users.nick'),
  ],
  [
    'two keys of MySQL',
    said('php', 'UniqueConstraintViolation', "1062 Duplicate entry 'ann' for key 'users.email'"),
    said('php', 'UniqueConstraintViolation', "1062 Duplicate entry 'ann' for key 'users.nick'"),
  ],
  [
    'two indexes of H2',
    java('JdbcSQLException', 'Unique index violation: "PUBLIC.EMAIL_KEY ON PUBLIC.USERS(EMAIL) VALUES (7)"'),
    java('JdbcSQLException', 'Unique index violation: "PUBLIC.NICK_KEY ON PUBLIC.USERS(NICK) VALUES (7)"'),
  ],
  [
    'two columns without a value',
    python(
      'NotNullViolation',
      'null value in column "email" of relation "users" violates not-null constraint',
    ),
    python(
      'NotNullViolation',
      'null value in column "nick" of relation "users" violates not-null constraint',
    ),
  ],
  [
    'two answers of one driver',
    node('QueryFailedError', 'canceling statement due to statement timeout'),
    node('QueryFailedError', 'column "colour" does not exist'),
  ],
  [
    'two answers below the lines of a call',
    node(
      'PrismaClientKnownRequestError',
      '\nInvalid `prisma.cart.create()` invocation in\n/srv/cart.ts:12:5\n\n→ 12 await (\nThe table `carts` does not exist.',
    ),
    node(
      'PrismaClientKnownRequestError',
      '\nInvalid `prisma.cart.create()` invocation in\n/srv/cart.ts:12:5\n\n→ 12 await (\nThe server closed it.',
    ),
  ],
  [
    'two statuses of one client',
    node('AxiosError', 'Request failed with status code 404'),
    node('AxiosError', 'Request failed with status code 500'),
  ],
  [
    'a status and a limit of time',
    node('AxiosError', 'Request failed with status code 404'),
    node('AxiosError', 'timeout of 40ms exceeded'),
  ],
  [
    'two statuses beside their phrases',
    python('HTTPStatusError', "Client error '401 Unauthorized' for url 'http://10.0.0.7/s/17'"),
    python('HTTPStatusError', "Client error '429 Too Many Requests' for url 'http://10.0.0.7/s/17'"),
  ],
  [
    'two phrases alone',
    python('ClientResponseError', 'Not Found'),
    python('ClientResponseError', 'Too Many Requests'),
  ],
  [
    'two statuses in own words',
    node('Error', 'HTTP error! status: 401'),
    node('Error', 'HTTP error! status: 403'),
  ],
  [
    'two ways in which a connection fails',
    python('ConnectionError', 'Max retries exceeded: [Errno 111] Connection refused'),
    python('ConnectionError', 'Max retries exceeded: Temporary failure in name resolution'),
  ],
  [
    'two codes of a cloud',
    python('ClientError', 'An error occurred (AccessDenied) when calling the GetObject operation: no'),
    python('ClientError', 'An error occurred (SlowDown) when calling the GetObject operation: no'),
  ],
  [
    'two errors of a system in its words',
    java('java.io.IOException', 'No space left on device'),
    java('java.io.IOException', 'Too many open files'),
  ],
  [
    'two constraints of Ecto',
    said(
      'elixir',
      'Ecto.ConstraintError',
      'constraint error:\n\n    * "users_email_index" (unique_constraint)',
    ),
    said(
      'elixir',
      'Ecto.ConstraintError',
      'constraint error:\n\n    * "users_nick_index" (unique_constraint)',
    ),
  ],
  ['two statuses as constants', node('Error', 'HTTP_404: cart'), node('Error', 'HTTP_500: cart')],
  [
    'a directory where a file should be, and a file where a directory should be',
    said('go', '*fs.PathError', 'read /data/17: is a directory'),
    said('go', '*fs.PathError', 'open /data/17/a: not a directory'),
  ],
  ['two codes of RPC', node('Error', '5 NOT_FOUND: no cart 7'), node('Error', '14 UNAVAILABLE: no cart 7')],
  [
    'two statuses in messages',
    message('upstream answered status 404'),
    message('upstream answered status 500'),
  ],
  ['two codes of objects', object({ code: 'E_LIMIT', n: 7 }), object({ code: 'E_AUTH', n: 7 })],
  ['two statuses of objects', object({ status: 404, n: 7 }), object({ status: 422, n: 7 })],
]

describe('what the other side said went wrong', () => {
  testPairs(SAME, DIFFERENT)

  test('counts beside the frames, and the title of an object names it', () => {
    expect(group(node('AxiosError', 'Request failed with status code 404')).components).toContain('code: 404')
    expect(previewFingerprint(object({ code: 'E_LIMIT', n: 7 })).title).toBe(
      'Error: Object captured as exception with keys: code, n: E_LIMIT',
    )
  })
})
