import { expect, test } from 'vitest'
import { scrubQueryText, scrubSourceLine, scrubText } from '../text.ts'

test.each([
  'secret_key: [MASKED] is too old',
  'password: [removed], user: jo',
  'session=(none) user=(none)',
  'db_password=[object Undefined] host=db',
  'api_key="[REDACTED]"',
  'passwort: ●●●●●●',
  'url = f"mongodb://{user}:{password}@{host}/x"',
  'dsn = "postgresql://%s:%s@%s/shop" % (user, pw, host)',
  'cannot reach amqp://jo:***@mq:5672/',
  'expect {"cookies"=>"-", "auth"=>"-"}',
  'set password=<password> and token=<token> first',
  'Authorization: Bearer YOUR_ACCESS_TOKEN',
  "bos_token='<s>' cls_token='[CLS]'",
  'password: $pw is not bound',
  'password: process.env.DB_PASSWORD,',
  'password: config.db.password, host: db',
  'String password = System.getenv("DB_PASSWORD");',
  '"password" => bcrypt($request->password),',
  "$user->password = Hash::make($data['password']);",
  'tokens=[IDENT, COMMA, IDENT]',
  "instantiate the client with an apiKey option, like new OpenAI({ apiKey: 'My API Key' })",
  'export TOKEN=$(cat /run/secrets/token)',
  'read -s -p "Password: " name',
  "validate(['password' => 'required|min:8|confirmed'])",
  'password = Column(String(128), nullable=False)',
])('nothing is hidden where a mask or a placeholder stands: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test.each([
  'no element fits nav > a.session:focus-visible',
  'li#password:first-child is detached',
  '[data-field="token"]:not(.is-valid)',
  '#auth .secret:nth-of-type(3) > b',
  'input[name="api_key"]:-moz-placeholder',
  ':root{--session-bg:#0af9c3;--auth-width:10rem}',
])('a selector stays: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test.each([
  "undefined method `size' for #<TokenStore:0x000055d5f8e3b0a8>",
  'PasswordForm:0x7f1e9c0042 was freed twice',
  'connAuth=0: the peer closed the connection',
  'Cookie: Domain=example.com is not allowed here',
  'session_started=2026-03-04T05:06:07.123Z token_budget: 90000 tokens_out=12',
])('what is about a secret stays: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test.each(['token=null&page=2', 'session={session}&sort=key', 'api_key=undefined'])(
  'a query says what is missing: %s',
  (query) => {
    expect(scrubQueryText(query)).toBe(query)
  },
)

test.each([
  `fetch(url, { headers: { authorization: \`Token \${user.token}\` } })`,
  'request["Authorization"] = "Basic #{encoded(login)}"',
  'session.headers.update({"Authorization": f"Bearer {self.token}"})',
  'h.Set("Authorization", fmt.Sprintf("Bearer %s", token))',
  "const SESSION_COOKIE = 'app.session'",
  'export const STORAGE_KEY = "cart-v3-eu1"',
  'password = input("Password: ")',
])('code has no secret: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line)
})

test.each([
  ['password: [hunter2]', /hunter2/],
  ['password=(hunter2)', /hunter2/],
  ['"password: "hunter2"', /hunter2/],
  ['password = Some(Secret(hunter2))', /hunter2/],
  ['passwords=[HUNTER, SWORDFISH]', /HUNTER/],
  ['password: config.json.hunter2', /hunter2/],
  ['jdbc:sqlserver://db;user=sa;password={q7}}Zk3Lw};encrypt=true', /q7|Zk3Lw/],
  ['<password>hunter2</password>', /hunter2/],
  ['body=<password>hunter2</password>', /hunter2/],
  ['const key = { Authorization: "Bearer 8f3a9c2d1e" }', /8f3a9c2d1e/],
  ['private_key=0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318', /4c0883/],
  ['user:jo,password:hover2x', /hover2x/],
])('a secret in such a place is found: %s', (text, secret) => {
  expect(scrubText(text)).not.toMatch(secret)
})

test.each([
  "HOST_KEY = 'HTTP_HOST'",
  "ENV_VAR_AUTH_TOKEN = 'AWS_CONTAINER_AUTHORIZATION_TOKEN'",
  'ACL_CREDENTIALS = "Access-Control-Allow-Credentials"',
  'FORCE_CHANGE_PASSWORD = "FORCE_CHANGE_PASSWORD"',
  "request.headers['Authorization'] = ', '.join(parts)",
  'state.add_token("lambda")',
  "while current_token == 'rbracket':",
  String.raw`'s3': re.compile(r'AWS (?P<access_key>\w+):'),`,
  'For all, pass the :class:`session <pytest.Session>` node,',
  'dsn = f"postgres://{user}:{password}@{host}/shop"',
])('a line of code that only names a secret stays: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line)
})

test.each([
  'STRIPE_KEY = "0Zk3Lw0Vt1XyQ7Nb"',
  'password == "swordfish"',
  'state.set_token("0Zk3Lw0Vt1XyQ7Nb")',
])('a secret in a line of code is hidden: %s', (line) => {
  expect(scrubSourceLine(line)).toContain('[Filtered]')
})

test('basic things are not credentials', () => {
  expect(scrubText('Basic CloudFormation resources are configured')).toBe(
    'Basic CloudFormation resources are configured',
  )
  expect(scrubText('Basic QWxhZGRpbjpvcGVu')).toBe('Basic [Filtered]')
})
