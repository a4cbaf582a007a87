import { describe, expect, test } from 'vitest'
import { scrubEvent } from '../scrub.ts'
import { scrubSourceLine, scrubText } from '../text.ts'

describe('Forms that only secrets have', () => {
  test.each([
    'qr=WIFI:T:WPA2;S:Guest \\;5;P:Zk3Lw0Vt;H:false;;',
    'wifi:S:Lab;T:WPA2-EAP;E:TTLS;I:jo;P:Zk3Lw0Vt\\:;;',
    'snmp-server community Zk3Lw0Vt RW 10',
    'snmpwalk: no answer (community: Zk3Lw0Vt)',
    'tacacs-server key 7 Zk3Lw0Vt',
    'username jo privilege 15 secret 9 Zk3Lw0Vt',
    'ntp authentication-key 12 md5 Zk3Lw0Vt',
    'Key Content            : Zk3Lw0Vt',
    'S: 334 UGFzc3dvcmQ6\r\nC: Zk3Lw0Vt\r\nS: 535 5.7.8 Error',
    'db: {password => <<"Zk3Lw0Vt">>}',
    'login ada:Zk3Lw0Vt',
    'Could not log in with ada@example.com:Zk3Lw0Vt after 3 tries',
    'credentials for (ada:Zk3Lw0Vt) were refused',
    '<input name=pin value=Zk3Lw0Vt type=password>',
    "<INPUT id='p' TYPE='password' autocomplete='off' VALUE='Zk3Lw0Vt'/>",
    'html: "<input type=\\"password\\" value=\\"Zk3Lw0Vt\\">"',
    'http://influx:8086/query?db=m&u=ada&p=Zk3Lw0Vt&q=SHOW',
    'nats://Zk3Lw0Vt9@10.0.0.8:4222 refused',
    'Command: PASS Zk3Lw0Vt',
    '> PASS Zk3Lw0Vt',
    'basic auth ada:Zk3Lw0Vt was refused',
    'the credentials are ada:Zk3Lw0Vt',
    'sign-in failed for ada / Zk3Lw0Vt',
    'credentials: ada / Zk3Lw0Vt',
    'https://shop.example/unlock/Zk3Lw0Vt9x',
    'GET /invitations/Zk3Lw0Vt9x/accept',
  ])('%s', (text) => {
    expect(scrubText(text)).toContain('[Filtered]')
    expect(scrubText(text)).not.toContain('Zk3Lw0Vt')
  })

  test.each([
    'Using pin 17 of the board',
    'credentials: user / password',
    'GET /hooks/useCart2 404',
    'PWD=/srv/shop/current OLDPWD=/root',
    'pwd: ~/projects/shop',
    'login ada:8080 is not reachable',
    'login service:v2 restarted',
    'logged in at 10:15:42',
    'sign in https://id.example.com/login2 failed',
    'login error:E42017x',
    'login of user:ada42x failed',
    'credentials file:profile2.ini is missing',
    'WIFI:S: has no name',
    'snmp: community string is missing',
    'snmptrap from community group',
    'enable secret password',
    'use 404213 to find the ticket',
    'your error code: 10455',
    'Your postal code is 10115',
    'your code is 4000 lines long',
    'Use 100200 as the offset',
    'PIN 560001 is in Bangalore',
    'authentication failed: UGFzc3dvcmQ6',
    '334 UGFzc3dvcmQ6\r\n535 5.7.8 Error',
    'SMTP Error: Could not authenticate',
    'type 3 to confirm',
    'PASS cart/checkout.test.ts',
    '> PASS cart/checkout.test.ts',
    'login failed / retrying in 15 s',
    'https://shop.example/verify?code=expired',
    'https://shop.example/confirm?step=12',
    '<input type="password" name="password" value="">',
    '<input type="text" name="page" value="Zk3Lw0Vt">',
    '<input type="password" placeholder="Zk3Lw0Vt">',
    'https://example.com/list?u=ada&page=Zk3Lw0Vt',
  ])('what looks like them stays: %s', (text) => {
    expect(scrubText(text)).toBe(text)
  })
})

describe('Settings of network devices', () => {
  const keys = ['password', 'secret', 'key', 'key-string', 'pre-shared-key']
  const stages = keys.flatMap((key) =>
    [...'05789'].flatMap((stage) => [`${key} ${stage}`, `${key} encrypted ${stage}`]),
  )

  test.each(stages)('the secret after %s is hidden', (stage) => {
    expect(scrubText(`set ${stage} Zk3Lw0Vt on eth0`)).toBe(`set ${stage} [Filtered] on eth0`)
  })

  test('a password without encoding may be a word', () => {
    expect(scrubText('enable secret 0 cisco')).toBe('enable secret 0 [Filtered]')
  })

  test.each([
    'Undefined array key 0 in cart.php',
    'Undefined array key 5 in cart.php',
    'Undefined array key 7 /srv/cart.php:12',
    'key 8 (id=7) is missing',
    'Wrong password 5 times',
    'secret 7 is missing',
  ])('numbers of other things stay: %s', (text) => {
    expect(scrubText(text)).toBe(text)
  })
})

describe('Numbers of bank accounts', () => {
  test.each([
    'transfer to CH9300762011623852957 failed',
    'iban=FR1420041010050500013M02606',
    'NL91 ABNA 0417 1643 00 was refused',
    'debit of AT61-1904-3002-3457-3201',
    'BE68539007547034',
  ])('are hidden: %s', (text) => {
    expect(scrubText(text)).toContain('[Filtered]')
    expect(scrubText(text)).not.toMatch(/\d{4}/)
  })

  test.each([
    'CH9300762011623852958 has the wrong digits',
    'order DE1234567890123456789012 not found',
    'part NL91ABNA04171643 of 5',
    'XX9300762011623852957',
    'commit AD12E0F4C7B8A90112233445566778899AABBCCD',
  ])('are not everywhere: %s', (text) => {
    expect(scrubText(text)).toBe(text)
  })

  test('are found where they are a whole value', () => {
    const extra = { iban: 'DE02120300000000202051', id: 'DE02120300000000202052' }
    expect(scrubEvent({ extra }).extra).toEqual({ iban: '[Filtered]', id: 'DE02120300000000202052' })
  })
})

test.each([
  [
    ['token:', 'q7Fh3kLm9PzXw2Vb'],
    ['token:', '[Filtered]'],
  ],
  [
    ['sent', 'password =', 'q7Fh3k!'],
    ['sent', 'password =', '[Filtered]'],
  ],
  [
    ['api_key', 'q7Fh3kLm9PzXw2Vb', 'x'],
    ['api_key', '[Filtered]', 'x'],
  ],
  [
    ['AUTH', 'q7Fh3kLm9PzXw2Vb'],
    ['AUTH', '[Filtered]'],
  ],
])('what a console prints behind a label is judged with it: %j', (list, scrubbed) => {
  expect(scrubEvent({ extra: { arguments: list } }).extra).toEqual({ arguments: scrubbed })
})

test.each([
  [['token:', 'expired']],
  [['password', 'email', 'address2']],
  [['total:', 'q7Fh3kLm9PzXw2Vb']],
  [['session:', 'restored after 3s']],
])('a list of other words stays: %j', (list) => {
  expect(scrubEvent({ extra: { arguments: [...list] } }).extra).toEqual({ arguments: list })
})

describe('Numbers of people', () => {
  test.each([
    ['passport number X4410927 has expired', 'X4410927'],
    ['Driving licence no. MORGA657054SM9IJ is not valid', 'MORGA657054SM9IJ'],
    ['social security no. 219 09 9999', '219 09 9999'],
    ["driver's license #: F255-9215-0094", 'F255-9215-0094'],
  ])('%s', (text, number) => {
    expect(scrubText(text)).not.toContain(number)
  })

  test.each([
    'passport 0.7.0 has no strategy',
    'Passport number must have 9 characters',
    'tax id 12 is unknown',
    'the passport expired 2024-01-31',
  ])('what is said of them stays: %s', (text) => {
    expect(scrubText(text)).toBe(text)
  })
})

describe('Links that let their reader in', () => {
  test.each([
    'https://shop.example/activate/Zk3Lw0VtQm8Xy2Nb5Rd7',
    'https://shop.example/verify-email?uid=7&k=Zk3Lw0VtQm8Xy2Nb5Rd7',
    'Login link for ada: https://shop.example/l/Zk3Lw0VtQm8Xy2Nb5Rd7',
    'the activation link is <https://shop.example/a/b/Zk3Lw0VtQm8Xy2Nb5Rd7>',
  ])('%s', (text) => {
    expect(scrubText(text)).not.toContain('Zk3Lw0VtQm8Xy2Nb5Rd7')
  })

  test.each([
    'reset link: https://shop.example/help/how-to-reset-your-password',
    'login link is broken: https://shop.example/login',
    '/activation/status answers 500',
  ])('other links stay: %s', (text) => {
    expect(scrubText(text)).toBe(text)
  })
})

test.each([
  'let password: String = "Zk3Lw0Vt"',
  "DB_PASSWORD: Final[str] = 'Zk3Lw0Vt'",
  "    private readonly apiKey?: string | null = 'Zk3Lw0Vt9x'",
  'let token: &\'static str = "Zk3Lw0Vt9x";',
  'const password string = "Zk3Lw0Vt"',
  'static char password[] = "Zk3Lw0Vt";',
  'password <- "Zk3Lw0Vt"',
  '-define(PASSWORD, "Zk3Lw0Vt").',
  '(password . "Zk3Lw0Vt")',
])('the literal of a declaration is hidden: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line.replace(/Zk3Lw0Vt(?:9x)?/, '[Filtered]'))
  expect(scrubText(line)).not.toContain('Zk3Lw0Vt')
})

test.each([
  'password: string = input.value',
  'Cookie: theme = dark',
  'const password = (await prompt.get("Password: "))[0]',
  'cookies[0] = "changed"',
  'func (s *Store) Password() string { return s.name }',
  'def login(user: str, password: Optional[str] = None)',
])('other code is not: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line)
})

test.each([
  ['SSN: 078051120', 'SSN: [Filtered]'],
  ['no NHS number 943 476 5919 found', 'no NHS number [Filtered] found'],
  ['CPF 529.982.247-25 já existe', 'CPF [Filtered] já existe'],
  ['Steuer-ID: 86 095 742 719', 'Steuer-ID: [Filtered]'],
  ['codice fiscale RSSMRA85T10A562S', 'codice fiscale [Filtered]'],
  ['DNI 12345678Z is taken', 'DNI [Filtered] is taken'],
  ['personnummer 811218-9876', 'personnummer [Filtered]'],
  ['{"social_security_number": "219099999"}', '{"social_security_number": "[Filtered]"}'],
  ['taxId=86095742719&page=2', 'taxId=[Filtered]&page=2'],
  ['tax ID 12-3456789', 'tax ID [Filtered]'],
  ['AHV-Nummer: 756.1234.5678.97', 'AHV-Nummer: [Filtered]'],
])('a number of a person behind its name: %s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test.each([
  'BSN is invalid',
  'CPF field 3 is required',
  'NHS Digital answered 503',
  'DNI must have 9 characters',
  '"tax_id": null, "page": 12345',
])('words about such numbers stay: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test.each([
  ['Session hV3kQ9x2Lm7p expired', 'Session [Filtered] expired'],
  ['session_id hV3kQ9x2Lm7p not found', 'session_id [Filtered] not found'],
  [
    'my login is ada@shop.example and the password Gr33nTea',
    'my login is ada@shop.example and the password [Filtered]',
  ],
  ['connect Home password Winter88', 'connect Home password [Filtered]'],
  ['login: ada\npass: Gr33nTea', 'login: ada\npass: [Filtered]'],
])('what is said without a sign: %j', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test.each([
  'To set the password policy**',
  'password k8s-secret is missing',
  'the password sha256 has',
  'Session cart of 12 users expired',
])('words about passwords stay: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test('where a process is stays, in any form; a password under the same key does not', () => {
  const event = {
    extra: { PWD: '/srv/shop', oldpwd: '/', pwd: '/Zk3Lw0Vt!' },
    message: 'UID=ada;PWD=/Zk3Lw0Vt!',
  }
  expect(scrubEvent(event)).toEqual({
    extra: { PWD: '/srv/shop', oldpwd: '/', pwd: '[Filtered]' },
    message: 'UID=ada;PWD=[Filtered]',
  })
})
