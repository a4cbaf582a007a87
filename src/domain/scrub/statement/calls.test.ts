import { expect, test } from 'vitest'
import { scrubSourceLine, scrubText } from '../text.ts'

test.each([
  "#4 MariaDb/Driver.php(31): Doctrine\\DBAL\\Driver\\Mysqli\\Driver->connect(Array, 'shop', 'Zk3Lw0Vt')",
  "#2 Connector.php(70): Illuminate\\Database\\Connectors\\Connector->createPdoConnection('pgsql:host=db', 'shop', 'Zk3Lw0Vt', Array)",
  "#0 class-wpdb.php(1988): mysqli_real_connect(Object(mysqli), 'localhost', 'shop', 'Zk3Lw0Vt', NULL, 3306)",
  "#1 Ldap.php(5): ldap_bind(Resource id #12, 'uid=ada', 'Zk3Lw0Vt')",
  'ldap_bind(uid=ada, dc=org, Zk3Lw0Vt): Invalid credentials',
  'conn.simple_bind_s("cn=ada,dc=org", "Zk3Lw0Vt")',
  "#1 Mail.php(5): imap_open('{imap.example.com:993}', 'ada', 'Zk3Lw0Vt')",
  "#1 Auth.php(5): password_verify('Zk3Lw0Vt', '')",
  "#1 Auth.php(5): Illuminate\\Hashing\\ArgonHasher->make('Zk3Lw0Vt')",
  "#1 Sign.php(5): hash_hmac('sha512', 'body', 'Zk3Lw0Vt')",
  "#1 Cache.php(5): Redis->auth('Zk3Lw0Vt')",
  'db.getSiblingDB("admin").auth("ada", "Zk3Lw0Vt")',
  'DriverManager.getConnection(url, "ada", "Zk3Lw0Vt")',
  "connect('db', 'ada', 'Zk3Lw0Vt')",
  'Error: login("ada@example.com", "Zk3Lw0Vt") timed out',
  "SELECT pgp_sym_decrypt(ssn, 'Zk3Lw0Vt') FROM people",
  "select id from u where hash = crypt('Zk3Lw0Vt', gen_salt('bf', 8))",
  "#1 Mailer.php(9): LoginAuthenticator->authenticate(Object(Swift_SmtpTransport), 'ada@example.com', 'Zk3Lw0Vt')",
  "session.mount(HTTPBasicAuth('ada', 'Zk3Lw0Vt'))",
  'req.SetBasicAuth("ada", "Zk3Lw0Vt")',
  "http.basicAuth('ada', 'Zk3Lw0Vt')",
  'new AuthenticationHeaderValue("Bearer", "Zk3Lw0Vt")',
  "SELECT DecryptByPassPhrase(N'Zk3Lw0Vt', card) FROM orders",
  'if (!(await bcrypt.compare("Zk3Lw0Vt", row.hash))) throw new Error()',
  "bcrypt.checkpw(b'Zk3Lw0Vt', stored)",
  "check_password('Zk3Lw0Vt', encoded)",
  "check_password_hash('pbkdf2:sha256:600000', 'Zk3Lw0Vt')",
  "User.objects.create_user('ada', 'ada@example.com', 'Zk3Lw0Vt')",
  "EXEC sp_addlogin N'ada', N'Zk3Lw0Vt'",
  'jwt.sign({ sub: 1 }, "Zk3Lw0Vt")',
  "jwt.decode(token, 'Zk3Lw0Vt', algorithms=['HS512'])",
  "crypto.createHmac('sha256', 'Zk3Lw0Vt')",
  "hmac.new(b'Zk3Lw0Vt', body, hashlib.sha256)",
  "hashlib.pbkdf2_hmac('sha512', b'Zk3Lw0Vt', salt, 1000)",
  'signInWithEmailAndPassword(auth, "ada@example.com", "Zk3Lw0Vt")',
  "db.auth(user, 'Zk3Lw0Vt') timed out",
  'Error: authenticateWith("ada", "Zk3Lw0Vt") timed out',
  "new Twilio('AC8c1d0e', 'Zk3Lw0Vt')",
  'new PasswordAuthentication("ada", "Zk3Lw0Vt".toCharArray())',
])('the password of a call is hidden: %s', (text) => {
  expect(scrubText(text)).not.toContain('Zk3Lw0Vt')
  expect(scrubText(text).replace('[Filtered]', 'Zk3Lw0Vt')).toBe(text)
})

test.each([
  'login(user, password)',
  'await page.login("Sign in", "username")',
  'ldap_bind($connection, $name, $password)',
  "auth('api')->user()",
  "socket.connect('10.0.0.8', 8080, 'tcp4')",
  "store.connect('cart', 'items', 'total')",
  'getConnection("jdbc:h2:mem:", "sa", "")',
  "this.auth('jwt')",
  "auth(request, 'editor')",
  'auth(user, password)',
  'authenticateWith(user, token)',
  'const ok = password_verify($input, $row->hash)',
  "hash_hmac('sha256', $body, $key)",
  'jwt.verify(token, publicKey)',
  "createHmac('sha256', key)",
  'bcrypt.compare(password, user.hash)',
  "create_user('ada', 'ada@example.com')",
  "check_password_hash(user.hash, form['password'])",
])('code is not: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line)
  expect(scrubText(line)).toBe(line)
})

test.each([
  'data = "password=Zk3Lw0Vt"',
  'dsn = "Password=Zk3Lw0Vt;Server=db"',
  "body = 'token=Zk3Lw0Vt&page=2'",
  "const password = process.env.DB_PASSWORD || 'Zk3Lw0Vt'",
  "connect({ token: process.env.API_TOKEN ?? 'Zk3Lw0Vt' })",
  "ENV['DB_PASSWORD'] ||= 'Zk3Lw0Vt'",
  "password = os.getenv('DB_PASSWORD') or 'Zk3Lw0Vt'",
  "$password = getenv('DB_PASSWORD') ?: 'Zk3Lw0Vt';",
])('what a program has instead of a setting, and a pair that begins a literal, are hidden: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line.replace('Zk3Lw0Vt', '[Filtered]'))
})

test.each([
  'f"password={password}"',
  '"password=" + password',
  'log("token=%s", token)',
  'flash("password=invalid")',
  "d = {'password': password}",
  'raise ValueError("token: unexpected end")',
  "const secret = process.env.SESSION_SECRET || 'keyboard cat'",
  "token = params[:token] || 'missing'",
  "const session = request.session || 'v2'",
  "process.env.TOKEN_TYPE || 'Bearer1'",
  'const token = req.headers.token || req.query.token',
])('other code is kept: %s', (line) => {
  expect(scrubSourceLine(line)).toBe(line)
})

test.each(["CALL set_password('ada', 'Zk3Lw0Vt')", "reset_password('ada', 7, 'Zk3Lw0Vt')"])(
  'a password behind the name that it is for is hidden: %s',
  (text) => {
    expect(scrubText(text)).not.toContain('Zk3Lw0Vt')
  },
)

test('both parts of what curl signs in with are hidden', () => {
  expect(scrubText("curl_setopt($ch, CURLOPT_USERPWD, 'ada:Zk3Lw0Vt');")).toBe(
    "curl_setopt($ch, CURLOPT_USERPWD, '[Filtered]');",
  )
})
