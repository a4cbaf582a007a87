import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuRatio } from '../../../test/support/timing.ts'
import { scrubCookies } from './parameters.ts'
import { scrubQueryText, scrubSourceLine, scrubText } from './text.ts'

const F = '[Filtered]'
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

const SCRUBBED: [string, string][] = [
  ['paid with 4111111111111111.', `paid with ${F}.`],
  ['card 4111 1111 1111 1111 declined', `card ${F} declined`],
  ['amex 3782-822463-10005', `amex ${F}`],
  ['ssn 078-05-1120', `ssn ${F}`],
  [`got ${JWT} from client`, `got ${F} from client`],
  [
    '-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----',
    `-----BEGIN RSA PRIVATE KEY-----\n${F}\n-----END RSA PRIVATE KEY-----`,
  ],
  [
    '-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----',
    `-----BEGIN PRIVATE KEY-----\\n${F}\\n-----END PRIVATE KEY-----`,
  ],
  ['cut off: -----BEGIN PRIVATE KEY-----\nMIIabc', `cut off: -----BEGIN PRIVATE KEY-----\n${F}`],
  ['sent {"user[password]":"tr0ub4dor"}', `sent {"user[password]":"${F}"}`],
  [`state=${btoa('{"user":"jo","password":"tr0ub4dor"}')}`, `state=${F}`],
  [
    'dump &main.User{Password:(string)(len=9) "tr0ub4dor"}',
    `dump &main.User{Password:(string)(len=9) "${F}"}`,
  ],
  ['Authorization: Bearer abc.def-123', `Authorization: Bearer ${F}`],
  ['sent Bearer 0a1b2c3d4e5f over', `sent Bearer ${F} over`],
  ["curl -H 'Authorization: Basic dXNlcjpwYXNz' x", `curl -H 'Authorization: Basic ${F}' x`],
  ['Cookie: a=b; sid=1\nHost: x', `Cookie: ${F}\nHost: x`],
  ["{ host: 'x', cookie: 'sid=s%3A7f3a; theme=dark' }", `{ host: 'x', cookie: '${F}' }`],
  ['token svc_pat_abcdefghijKLMNOP refused', `token ${F} refused`],
  ['AKIAIOSFODNN7EXAMPLE', F],
  ['ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ', F],
  ['slack xoxb-not-a-real-one said', `slack ${F} said`],
  ['sk_live_abcdefgh and sk-abcdefghijklmnopqrstuv', `${F} and ${F}`],
  ['postgres://app:hunter2@db:5432/x', `postgres://app:${F}@db:5432/x`],
  ['jdbc:x://postgres://app:hunter2@db', `jdbc:x://postgres:${F}@db`],
  ['see a://b://c d and https://app:hunter2@db', `see a://b://c d and https://app:${F}@db`],
  ['redis://:hunter2@cache', `redis://:${F}@cache`],
  ['https://0123456789abcdef0123456789abcdef@errors.example.com/1', `https://${F}@errors.example.com/1`],
  ['password=hunter2&next=/home', `password=${F}&next=/home`],
  ['ALTER USER bob IDENTIFIED BY tiger;', `ALTER USER bob IDENTIFIED BY ${F};`],
  ['grant connect to jo identified by tiger', `grant connect to jo identified by ${F}`],
  ['PASSWORD = "hunter2" in config', `PASSWORD = "${F}" in config`],
  ['{"user":"jo","apiKey":"abc","n":1}', `{"user":"jo","apiKey":"${F}","n":1}`],
  ['{\\"password\\":\\"abc\\"}', `{\\"password\\":\\"${F}\\"}`],
  ["{'db_password': 'a\\'b', 'x': 1}", `{'db_password': '${F}', 'x': 1}`],
  [':secret_key => "abc"', `:secret_key => "${F}"`],
  ['<password>abc</password><id>7</id>', `<password>${F}</password><id>7</id>`],
  ['Server=db;User Id=sa;Pwd=abc;', `Server=db;User Id=sa;Pwd=${F};`],
  ['login failed, pwd: hunter2', `login failed, pwd: ${F}`],
  ['refresh_token: abcdef', `refresh_token: ${F}`],
  ['session: 8f3a9c', `session: ${F}`],
  ['tokens=[a, b] left', `tokens=${F} left`],
  ['GET /cb?state=x&sig=abc%20d&page=2', `GET /cb?state=x&sig=${F}&page=2`],
  ['https://s3/o?X-Amz-Signature=ab12&X-Amz-Date=1', `https://s3/o?X-Amz-Signature=${F}&X-Amz-Date=1`],
  ['user%5Bpassword%5D=abc&page=2', `user%5Bpassword%5D=${F}&page=2`],
  ['user%5Bpassword%5D%3Dabc%26page%3D2', `user%5Bpassword%5D%3D${F}%26page%3D2`],
  ['s:8:"password";s:7:"hunter2";s:2:"id";i:7;', `s:8:"password";s:7:"${F}";s:2:"id";i:7;`],
  ['Authorization: Digest username="jo", response="8f3a" sent', `Authorization: Digest ${F} sent`],
  [
    'Authorization: OAuth oauth_nonce="a", oauth_signature="b"\nHost: x',
    `Authorization: OAuth ${F}\nHost: x`,
  ],
  ['Proxy-Authorization: NTLM TlRMTVNTUAAB', `Proxy-Authorization: NTLM ${F}`],
  ["invalid API key 'ab12cd34ef'", `invalid API key '${F}'`],
  ['HELLO 3 AUTH default Zq8vT3kLm9', `HELLO 3 AUTH default ${F}`],
  ['mot de passe : hunter2', `mot de passe : ${F}`],
  ['otp=483920 for jo', `otp=${F} for jo`],
  ['GET /cb?code=4/0AeanS0b3Zq8vT3kLm9&state=x', `GET /cb?code=${F}&state=x`],
  [
    "INSERT INTO users (name, `password`, age) VALUES ('jo', 'tiger', 7), (lower('jo'), 'lion', 8) failed",
    `INSERT INTO users (name, \`password\`, age) VALUES ('jo', '${F}', 7), (lower('jo'), '${F}', 8) failed`,
  ],
  ['password%3Dabc', `password%3D${F}`],
  ['next=%252Fx%253Ftoken%253Dab12', `next=%252Fx%253Ftoken%253D${F}`],
  ['manage.py --db-password hunter2 --verbose', `manage.py --db-password ${F} --verbose`],
  ['Config { password: Some("hunter2") }', `Config { password: Some("${F}") }`],
  ["api_key=SecretStr('ab12')", `api_key=SecretStr('${F}')`],
  ["session: id='8f3a9c' of jo", `session: ${F} of jo`],
  ['name="password"\r\n\r\nhunter2\r\n--x', `name="password"\r\n\r\n${F}\r\n--x`],
  ['<wsse:Password Type="a">abc</wsse:Password>', `<wsse:Password Type="a">${F}</wsse:Password>`],
  ['{"user":"jo","pass":"hunter2"}', `{"user":"jo","pass":"${F}"}`],
  ['SMTP_PASS=hunter2', `SMTP_PASS=${F}`],
  ['AccountName=a;AccountKey=ab12==;x=1', `AccountName=a;AccountKey=${F};x=1`],
  ['app:hunter2@tcp(db:3306)/x', `app:${F}@tcp(db:3306)/x`],
  ['jdbc:oracle:thin:app/hunter2@db:1521:x', `jdbc:oracle:thin:app/${F}@db:1521:x`],
  ['card 4111.1111.1111.1111 or 4111\u00a01111\u00a01111\u00a01111', `card ${F} or ${F}`],
  ['jira ATATT3xFfGF01a2b3c4d5e6', `jira ${F}`],
  ['sentry glsa_1a2b3c4d5e6f7g8h9i0j_ab12', `sentry ${F}`],
]

const KEPT = [
  "INSERT INTO users (name, password) VALUES ('jo', ?)",
  "INSERT INTO users (id, name) VALUES (7, 'jo')",
  'GET /cb?code=404&error=access_denied',
  'GET /cb?code=not_found',
  'Authorization: Digest failed',
  "unknown token 'export'",
  `cursor=${btoa('{"id":1723,"created":"2026-03-01"}')}`,
  '{"errors":{"password":"must contain a digit"}}',
  'no answer from +4915112345678',
  'page_token=CAUQAA is unknown',
  'the photopic curve',
  'the user is identified by uid and tenant',
  'CREATE USER jo IDENTIFIED EXTERNALLY',
  '',
  'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
  'SyntaxError: Unexpected token: punc (})',
  'Unexpected token : in JSON at position 5',
  'Unexpected token = in JSON',
  'auth: permission denied',
  'TokenExpiredError: jwt expired',
  'Caused by: com.example.AuthException: refused',
  'max_tokens: 512 of total_tokens=4097',
  'token_type=bearer',
  'tests pass: 5, fail: 1',
  '{"bypass":"cache","secretary":"Jo","tokenizer":"bpe"}',
  'option --token requires an argument',
  'version 1234.5678.9012.3456',
  '<SessionList items="3" />',
  'Authorization: denied by policy',
  'Basic authentication failed',
  'Token::parse(input)',
  'author=Jane',
  'the password is wrong',
  'password=',
  'token=null',
  'System.Private.CoreLib, Culture=neutral, PublicKeyToken=7cec85d7bea7798e',
  'SELECT * FROM t WHERE "session_key" = %s AND token = $1 AND pwd = ?',
  'git clone ssh://git@github.com/a/b',
  'http://localhost:3000/@fs/x',
  'postgres:///path',
  'order 1453843029218310',
  'at 2024-06-12T10:11:12.123Z, took 1234567 ms',
  'uuid 550e8400-e29b-41d4-a716-446655440000',
  'phone 555-0100',
  'part 000-12-3456 or 666-12-3456',
  'jane@example.com from 10.0.0.1',
  'https://host/a?page=2&sort=desc',
]

describe('scrubText', () => {
  test.each(SCRUBBED)('scrubs %j', (text, expected) => {
    expect(scrubText(text)).toBe(expected)
  })

  test.each(KEPT)('keeps %j', (text) => {
    expect(scrubText(text)).toBe(text)
  })

  test('scrubbing twice is scrubbing once, and nothing throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(...SCRUBBED.map(([text]) => text), ...KEPT),
      fc.string({ unit: 'binary' }),
    )
    const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(' '))
    fc.assert(
      fc.property(text, (text) => {
        const once = scrubText(text)
        expect(scrubText(once)).toBe(once)
      }),
      { numRuns: 3000 },
    )
  })

  test('a secret is removed in any surrounding text', () => {
    const value = fc.stringMatching(/^[a-z0-9]{6,12}X9$/)
    const around = fc.stringMatching(/^[a-z .,()]{0,20}$/)
    const key = fc.constantFrom(
      'password',
      'db_passwd',
      'API-KEY',
      'clientSecret',
      'access_token',
      'csrf.token',
    )
    const shape = fc.constantFrom('K=V', 'K: V', '"K": "V"', "'K' => 'V'", '?K=V&a=b', 'K = V', '<K>V</K>')
    fc.assert(
      fc.property(fc.tuple(around, key, shape, value, around), ([before, key, shape, value, after]) => {
        const text = `${before} ${shape.replaceAll('K', key).replace('V', value)} ${after}`
        const scrubbed = scrubText(text)
        expect(scrubbed).not.toContain(value)
        expect(scrubbed.startsWith(`${before} `)).toBe(true)
        expect(scrubbed.endsWith(` ${after}`)).toBe(true)
      }),
    )
  })

  test.each([
    ['x', 'password'],
    ['', 'password='],
    ['', 'password=['],
    ['', 'password="'],
    ['', "token='\\"],
    ['', 'eyJ'],
    ['', 'eyJaaaaaa.'],
    ['', 'eyJaaaaaaaa.eyJaaaaaaaa.'],
    ['', '-----BEGIN KEY-----'],
    ['', '-----BEGIN '],
    ['', '://'],
    ['://', 'a:'],
    ['://', '@'],
    ['', '4111 '],
    ['', '4111-1111-'],
    ['', '1'],
    ['', '078-05-'],
    ['', 'bearer '],
    ['bearer ', 'a'],
    ['', 'sk-'],
    ['', 'SG.aaaaaaaaaaaaaaaa'],
    ['', '?a'],
    ['', '&a=b'],
    ['?', 'a'],
    ['', 'auth'],
    ['', '\\"password\\":\\"'],
    ['', '<password>'],
    ['', 'svc_pat_'],
    ['', 'AKIA'],
    ['', '%3d'],
  ])('is linear on a long text of %j then %j', (start, unit) => {
    const text = start + unit.repeat(Math.ceil(80_000 / unit.length))
    const part = text.slice(0, 5_000)
    // Growth counts, not milliseconds: machines differ.
    const limit = 3 * (text.length / part.length)
    expect(
      cpuRatio(
        () => scrubText(text),
        () => scrubText(part),
        limit,
      ),
    ).toBeLessThan(limit)
  })
})

describe('scrubSourceLine', () => {
  test.each([
    'const token = readToken()',
    'password: string',
    'def login(self, password: str, token=None):',
    'if (auth == other) {',
  ])('keeps code %j', (line) => {
    expect(scrubSourceLine(line)).toBe(line)
  })

  test.each([
    ["  password = 'hunter2'", `  password = '${F}'`],
    ['headers["X-Api-Key"] = "abc";', `headers["X-Api-Key"] = "${F}";`],
    ['if password == "abc":', `if password == "${F}":`],
    ['secret := `abc`', `secret := \`${F}\``],
  ])('scrubs the literal of %j', (line, expected) => {
    expect(scrubSourceLine(line)).toBe(expected)
  })
})

test('of cookies the names are kept; query strings are judged name by name', () => {
  expect(scrubCookies('theme=dark; sessionid=abc; x')).toBe(`theme=${F}; sessionid=${F}; x`)
  expect(scrubQueryText('sig=abc&page=2&token')).toBe(`sig=${F}&page=2&token`)
})

describe('secrets that are told by their form', () => {
  const hex = '9f86d081884c7d659a2feaa0c55ad015'
  test.each([
    ['hash $2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW', 'hash [Filtered]'],
    [`root:$6$rounds=5000$salt$${hex}${hex}:19000:0`, 'root:[Filtered]:19000:0'],
    [`pbkdf2_sha256$600000$abcDEF$${hex}=`, '[Filtered]'],
    [`scrypt:32768:8:1$abcDEF$${hex}`, '[Filtered]'],
    [`jo:{SMD5}${hex}`, 'jo:[Filtered]'],
    [`userPassword: {SSHA}${hex}`, 'userPassword: [Filtered]'],
    [`GET /invite/${hex} 404`, 'GET /invite/[Filtered] 404'],
    [`/users/reset/MQ/c1abcd-${hex}/`, '/users/reset/MQ/[Filtered]/'],
    [`https://chat.example/hooks/${hex}`, 'https://chat.example/hooks/[Filtered]'],
    [
      'https://hooks.zapier.com/hooks/catch/99/zx81ab2/ gone',
      'https://hooks.zapier.com/hooks/catch/[Filtered] gone',
    ],
    [`used ${hex.slice(0, 14)}.atlasv1.${hex}${hex}`, 'used [Filtered]'],
    ['Use OTP 482913 to sign in', 'Use OTP [Filtered] to sign in'],
    ['verification code: 482 913', 'verification code: [Filtered]'],
    ['session id Zq8vTn4kLw2R is unknown', 'session id [Filtered] is unknown'],
    [
      'seed phrase: legal winner thank year wave sausage worth useful legal winner thank yellow',
      'seed phrase: [Filtered]',
    ],
  ])('%s', (text, scrubbed) => {
    expect(scrubText(text)).toBe(scrubbed)
  })
})
