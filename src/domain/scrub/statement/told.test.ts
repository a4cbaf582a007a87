import { expect, test } from 'vitest'
import { scrubSourceLine, scrubText } from '../text.ts'

test.each([
  'The initial password is: Zk3Lw0Vt',
  'Password Zk3Lw0Vt is too short',
  "ada's password was changed from Old9Word to Zk3Lw0Vt",
  'Invalid credentials for ada: Zk3Lw0Vt',
  'session 0Zk3Lw0Vt1XyQ7Nb4Rc9 has expired',
  'Invalid decryption key: 0Zk3Lw0Vt1XyQ7Nb4',
  '&{Host:db Pass:Zk3Lw0Vt Port:5432}',
  'map[host:db pass:Zk3Lw0Vt]',
  'user:ada pass:Zk3Lw0Vt',
  '[{<<"user">>,<<"ada">>},{<<"password">>,<<"Zk3Lw0Vt">>}]',
  "{ authorization: 'Token Zk3Lw0Vt', accept: '*/*' }",
  'Authorization: SSWS 00Zk3Lw0Vt1XyQ7Nb',
  'curl -H "Authorization: GenieKey Zk3Lw0Vt-1XyQ-7Nb4"',
  'headers: { Authorization: "Bearer Zk3Lw0V" }',
  'bindpw Zk3Lw0Vt',
  'Here is your generated password: k7%)Zk3Lw0Vt',
  'Your initial admin password is:\n\n0Zk3Lw0Vt1XyQ7Nb4\n\nThis may also be found at: /var/secrets',
  'A temporary password is generated for root@localhost: ?&)Zk3Lw0Vt>;',
  'az storage blob list --account-key Zk3Lw0VtIzNDU2Nzg5MGFiY2RlZg== --account-name shop',
  'if (password !== "Zk3Lw0Vt") {',
  'if ("Zk3Lw0Vt" == user.password) return',
  'if ("Zk3Lw0Vt".equals(password) || password.equals("Zk3Lw0Vt"))',
  'auth_pass Zk3Lw0Vt',
  'Unseal Key 1: 0Zk3Lw0Vt1XyQ7Nb4Rc9',
  'password 2: Zk3Lw0Vt',
  'GITHUB_PAT=0Zk3Lw0Vt1XyQ7Nb4Rc9 ./deploy.sh',
  '{"crumb":"0Zk3Lw0Vt1XyQ7Nb4Rc9","crumbRequestField":"Jenkins-Crumb"}',
  'SSID=Home PSK=Zk3Lw0Vt',
  "CREATE USER IF NOT EXISTS 'ada'@'%' IDENTIFIED BY 'Zk3Lw0Vt'",
  '<OFX><USERID>ada<USERPASS>Zk3Lw0Vt',
  'ada<password>Zk3Lw0Vt</password>',
  'shared password Zk3Lw0Vt was leaked',
  'the passphrase "quiet-otter-lamp" is wrong',
  'Connect with passcode "Zk3Lw0Vt"',
  'mot de passe « Zk3Lw0Vt » incorrect',
  'Clave "Zk3Lw0Vt" no válida',
  'password[1]: Zk3Lw0Vt',
  'password\tZk3Lw0Vt',
  'ada: {mail: a@b.example, pass: Zk3Lw0Vt}',
  'Variable "$newPassword" got invalid value "Zk3Lw0Vt"; too short',
  'expected password to match "Zk3Lw0Vt"',
  'backup code 0Zk3Lw0Vt was used',
  'remember_me=0Zk3Lw0Vt1XyQ',
  'HMAC key: 0Zk3Lw0Vt1XyQ7Nb4',
  "where pass = SHA1('Zk3Lw0Vt')",
  'no session with id 0Zk3Lw0Vt1XyQ7Nb4Rc9',
  'session by sid 0Zk3Lw0Vt1XyQ7Nb4Rc9 has expired',
  'switched the password from Zk3Lw0Vt to otter2Zk3Lw0V',
  '{Name:DB_PASSWORD Value:Zk3Lw0Vt ValueFrom:nil}',
  'key=password value=Zk3Lw0Vt',
  'Name: X-Api-Key, Value: Zk3Lw0Vt1XyQ7Nb4',
])('a secret is found: %s', (text) => {
  expect(scrubText(text)).not.toMatch(/zk3Lw0V|otter/i)
})

test.each([
  'Password rule2 is not known',
  'Session 42 has expired',
  'Session 550e8400-e29b-41d4-a716-446655440000 not found',
  'Session storage-adapter-of-browser is closed',
  'Invalid encryption key: wrong length',
  'self.secret = secret',
  'user.password = form.password',
  'remember_me: true',
  'bypass: cache2',
  'the passphrase "required" is unknown',
  'Das Passwort ist falsch',
  'contraseña del usuario ana2 no encontrada',
  'Could not find com.auth0:java-jwt:4.4.0. Searched in',
  'Could not resolve io.jsonwebtoken:jjwt-api:0.11.5',
  'postgresql://u@h/db?target_session_attrs=read-write&x=1',
  "credentialsId: 'ff083f76-7804-4ef1-80e4-fe975bb9141b'",
  'sessionid = 0x14ede63a5a70002, negotiated timeout = 30000',
  'token=Token{a64f992 ActivityRecord{de9231d u0 com.x/.Main t761}}',
  'SecretId=arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf',
  'Connecting to driver: spark://CoarseGrainedScheduler@10.10.34.11:48069',
  'addressbook at https://13957525385%40mail.example@p28-contacts.example:443/',
  'Verification succeeded for blk_-4980916519894289629',
  'Authorization: user 9b2e41d0 may not read orders',
  'token !== "v3" && token.type != "export"',
  '"v1.2.3" == tokenizer.version',
  'Token was sent: https://x.example/a?b=1#c',
  'The session token was created: see docs (17)',
  'sort --sort-key name2 --group-key id2',
  'usage: tool [--token TOKEN] [--api-key API_KEY] [-h]',
  'docker run --rm -it -v "$PWD:/shop" img',
  'that the secret is **live** (active)',
  '<a href="#x" accesskey="n" rel="next">',
  'authorizerId=a1b2c3 authConfiguration: custom',
  '{Passed:12 Pass:12 Fail:3}',
  "authorization: 'Basic authentication failed'",
  'the password is: too short',
  'session with id 17 not found',
  'token from metadata to cache',
  'Key: password, Value: missing',
  'image shop/auth:2026.03.11-1f2e3d4c is gone',
  'token-service:1.2.3-alpine3.19',
  'A task was canceled. (CancellationToken: IsCancellationRequested = true)',
  'StopToken: requested=false',
  'the trait bound `Vec<Session>: Serialize` is not satisfied',
  'List<Cookie> cannot be converted to Set<Cookie> (line 4)',
  "no matching function for call to 'std::vector<Token>::push_back(int)'",
  "Could not find bean identified by 'paymentService'",
  'The resource identified by `orders` was not found',
  '{"www-authenticate":"Bearer realm=\\"https://auth.docker.io/token\\",service=\\"registry\\""}',
  'OAUTH_CLIENT_ID=231545488769-4d1mcev9vifvlncrern52id2.apps.googleusercontent.com auth_user_id=42',
  'Key 1: id, Key 2: name',
  'breadcrumb: home > shop',
  'Command "AUTH LOGIN" failed',
  '[next-auth]: `useSession` must be wrapped in a <SessionProvider />',
  '<session-timeout>30</session-timeout><tokenType>Bearer</tokenType>',
  '{"token":"https://shop.example/oauth2/token","authorization":"https://shop.example/v1/authorize?scope=id"}',
])('a sentence stays: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test('the key of a SQLite file is hidden', () => {
  expect(scrubText("near line 1: PRAGMA key = 'hunter2'; not a database")).toBe(
    "near line 1: PRAGMA key = '[Filtered]'; not a database",
  )
  expect(scrubText('PRAGMA foreign_keys = "ON"')).toBe('PRAGMA foreign_keys = "ON"')
})

test('what a client answers to AUTH LOGIN is hidden', () => {
  expect(scrubText('C: AUTH LOGIN\nC: am9AYS5pbw==\nC: aHVudGVyMg==\nS: 535')).toBe(
    'C: AUTH LOGIN\nC: am9AYS5pbw==\nC: [Filtered]\nS: 535',
  )
})

test.each([
  'var cookies: MutableList<Cookie>? = null',
  'Func<IQueryable<TToken>, TState, IQueryable<TResult>> query,',
  'SendHttpRequest<ApplyTokenRequestContext>.Descriptor,',
  'let storage = Mutex<AuthenticationStorage>(.init())',
  'let token = parse::<AccessToken>(raw)?;',
  "'password' => 'The provided password is incorrect.',",
  'gem "omniauth", ">= 1.0.0"',
  'return AddCredentials(new SigningCredentials(key, SecurityAlgorithms.RsaSha256));',
  '/// <param name="secret">The secret that is compared with the client_secret in the database.</param>',
  '.add("WWW-Authenticate", "Digest realm=myrealm")',
  'let credentials = "\\(basic.username):\\(basic.password)"',
  'self[.authorization] = "Bearer \\(bearer.token)"',
  'val usernameAndPassword = "$username:$password"',
  'password = "#{salt}#{klass.pepper}"',
  'art: []string{"token", "token code"},',
  `token: \`\${options.issuer}/api/oauth/token\`,`,
  'int status = sendCommand("AUTH XOAUTH2", credentials, response);',
  '* Returns the {@link OAuth2Authorization} identified by the provided id',
])('a line of a program stays: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line)
})

test.each([
  'val password = "$user:Zk3Lw0Vt"',
  '"Authorization", "Basic Zk3Lw0Vt"',
  'webhookSecret: "https://shop.example/T0Zk3Lw0Vt"',
  'new NetworkCredential("ada", "Zk3Lw0Vt")',
])('a line of a program loses its secret: %s', (line) => {
  expect(scrubSourceLine(line)).not.toContain('Zk3Lw0Vt')
})
