/** Where stock SDKs have secrets. `§` stands for the secret, which is another one in each place. */

/** Texts: messages, values of exceptions, breadcrumbs, variables printed by a program, commands, queries. */
export const SECRET_TEXTS = String.raw`[('Host', 'x'), ('X-Api-Key', '§')]
[(b'host', b'x'), (b'x-api-key', b'§')]
["Host", "x", "Authorization", "Bearer §"]
{"name":"Authorization","value":"§"}
{\"name\":\"Authorization\",\"value\":\"§\"}
{"headers":[{"name":"cookie","value":"cart=§"}]}
STRIPE_KEY=§
MAILGUN_PASS=§
export AWS_SECRET_ACCESS_KEY=§
-e POSTGRES_PASSWORD=§ postgres:16
db pw: §
{"pw":"§","user":"jo"}
{"passwort":"§"}
kennwort=§
mot_de_passe: §
{"mdp":"§"}
contraseña: §
contrasena=§
senha=§
wachtwoord: §
hasło: §
haslo=§
lösenord=§
пароль: §
密码: §
密码：§
パスワード=§
비밀번호: §
CREATE USER x IDENTIFIED BY '§'
ALTER USER x IDENTIFIED WITH mysql_native_password BY '§'
ALTER ROLE app WITH ENCRYPTED PASSWORD '§';
AUTH default §
"AUTH" "§"
curl -u jo:§ https://api.example.com
curl -X POST --user 'jo:§' https://api.example.com
mysql -u root -p§ shop
mysql -u root -p'§' shop
mysqldump --password=§ shop
mysqldump --password § shop
['mysql', '-u', 'root', '-p§']
sshpass -p § ssh web1
redis-cli -h cache -a § ping
PGPASSWORD=§ psql shop
GET /x?data=%7B%22password%22%3A%22§%22%7D
GET /x?data=%257B%2522password%2522%253A%2522§%2522%257D
password%3D§%26user=jo
Server=db;User Id=sa;Password=§;Encrypt=true
DefaultEndpointsProtocol=https;AccountName=a;AccountKey=§==;x=1
Endpoint=sb://x/;SharedAccessKeyName=n;SharedAccessKey=§=
amqp://app:§@queue:5672/vhost
mongodb+srv://app:§@cluster0.example.net/shop
postgres://app:p/§@db/shop
jdbc:mysql://db/shop?user=app&password=§
app:§@tcp(db:3306)/shop
{"a":"{\"password\":\"§\"}"}
{"a":"{\\\"password\\\":\\\"§\\\"}"}
password: §
:password => "§"
["password"]=>string(12) "§"
[password] => §
<wsse:Password Type="x">§</wsse:Password>
<user password="§">
<add key="Password" value="§"/>
{User:jo Password:§ Port:5432}
Config{Password:"§"}
Credentials(user=jo, password=§)
Credentials [user=jo, password=§]
{ user: 'jo', token: '§' }
Authorization: Bearer §
authorization: Basic §
X-Auth-Token: §
map[Authorization:[Bearer §] X-Api-Key:[y]]
map[X-Api-Key:[§]]
Cookie: cart=§; theme=dark
Set-Cookie: .AspNetCore.Antiforgery.x=§; path=/
login failed for jo, password: §
GET https://api.example.com/cb?code=1&client_secret=§&page=2
https://app.example.com/#access_token=§&state=1
setPassword("§")
run --token § --verbose
refresh_token: §
client_secret = §
the password is §
invalid token §
auth=('jo', '§')
HTTPBasicAuth: auth=HTTPBasicAuth('jo', '§')
%7B%22token%22:%22§%22%7D
password: Some("§")
name="password"

§
session: §
csrf_token=§`.split(/\n(?!\n|§)/)

/** Events around a secret. */
export const SECRET_EVENTS: ((secret: string) => Record<string, unknown>)[] = [
  (secret) => ({ logentry: { message: 'calling with Authorization: Bearer %s', params: [secret] } }),
  (secret) => ({ logentry: { message: 'token {0} of {1}', params: [secret, 'jo'] } }),
  (secret) => ({ logentry: { message: 'login with %(pw)s', params: { pw: secret } } }),
  (secret) => ({ logentry: { message: 'user {} password {}', params: ['jo', secret] } }),
  (secret) => ({ logentry: { message: 'Login {User} {Password}', params: ['jo', secret] } }),
  (secret) => ({ message: { message: 'password=%s', params: [secret] } }),
  (secret) => ({ 'sentry.interfaces.Message': { message: 'api_key %s', params: [secret] } }),
  (secret) => ({ logentry: { message: 'api_key %s', params: [secret], formatted: `api_key ${secret}` } }),
  (secret) => ({
    message: `key is ${secret}`,
    logentry: { message: 'key is {apiKey}', params: { apiKey: secret } },
  }),
  (secret) => ({ request: { cookies: { cart: secret, '.AspNetCore.Antiforgery.9x': secret } } }),
  (secret) => ({ request: { cookies: [['cart', secret]] } }),
  (secret) => ({ request: { cookies: `cart=${secret}; theme=dark` } }),
  (secret) => ({ request: { cookies: [{ name: 'cart', value: secret, path: '/' }] } }),
  (secret) => ({ request: { headers: { cookie: `cart=${secret}`, 'X-Api-Key': secret } } }),
  (secret) => ({
    request: {
      headers: [
        ['Set-Cookie', `cart=${secret}`],
        ['Proxy-Authorization', secret],
      ],
    },
  }),
  (secret) => ({ request: { query_string: `sig=${secret}&page=2`, data: `pw=${secret}&user=jo` } }),
  (secret) => ({ request: { query_string: [['token', secret]], data: { passwort: secret } } }),
  (secret) => ({
    request: { url: `https://jo:${secret}@shop/x?api_key=${secret}`, env: { HTTP_COOKIE: `a=${secret}` } },
  }),
  (secret) => ({ request: { data: `{"user":{"senha":"${secret}"}}` } }),
  (secret) => ({
    extra: { rawHeaders: ['Host', 'x', 'Authorization', `Token ${secret}`, 'X-Api-Key', secret] },
  }),
  (secret) => ({ extra: { argv: ['mysql', '-u', 'root', `-p${secret}`] } }),
  (secret) => ({ extra: { argv: ['/usr/bin/curl', '-u', `jo:${secret}`, 'https://x'] } }),
  (secret) => ({ extra: { argv: ['run', '--db-password', secret] } }),
  (secret) => ({ extra: { environ: { STRIPE_KEY: secret, DB_PASS: secret, TWILIO_AUTH_TOKEN: secret } } }),
  (secret) => ({ extra: { environ: [`STRIPE_KEY=${secret}`, 'PATH=/usr/bin'] } }),
  (secret) => ({ extra: { har: { headers: [{ name: 'Authorization', value: secret }] } } }),
  (secret) => ({
    extra: {
      errors: [
        { field: 'password', value: secret },
        { Key: 'ApiKey', Value: secret },
      ],
    },
  }),
  (secret) => ({ extra: { conn: `Password=${secret};Server=db`, nested: [[{ mdp: secret }]] } }),
  (secret) => ({
    contexts: { response: { cookies: { cart: secret }, headers: { 'set-cookie': [`cart=${secret}`] } } },
  }),
  (secret) => ({ contexts: { app: { api_key: secret, note: `token=${secret}` } } }),
  (secret) => ({ tags: { api_key: secret, note: `password=${secret}` } }),
  (secret) => ({ tags: [['session_token', secret]] }),
  (secret) => ({
    breadcrumbs: { values: [{ message: `SET PASSWORD '${secret}'`, data: { url: `/x?token=${secret}` } }] },
  }),
  (secret) => ({ breadcrumbs: [{ category: 'http', data: { 'http.query': `token=${secret}` } }] }),
  (secret) => ({ transaction: `/reset?token=${secret}`, fingerprint: [`password=${secret}`] }),
  (secret) => ({ user: { id: '7', username: `password=${secret}`, data: { token: secret } } }),
  (secret) =>
    frameEvent({
      vars: { password: secret, cfg: `{'token': '${secret}'}`, kwargs: { passwd: `'${secret}'` } },
    }),
  (secret) =>
    frameEvent({ context_line: `  connect(password='${secret}')`, pre_context: [`TOKEN = "${secret}"`] }),
  (secret) =>
    frameEvent({
      context_line: `  log('coupon applied token=${secret}')`,
      post_context: [`pw = '${secret}'`],
    }),
  (secret) => frameEvent({ context_line: `cmd = ['mysql', '-u', 'root', '-p${secret}']` }),
]

function frameEvent(frame: Record<string, unknown>): Record<string, unknown> {
  const frames = [{ filename: 'shop.py', function: 'buy', lineno: 7, in_app: true, ...frame }]
  return {
    platform: 'python',
    exception: { values: [{ type: 'E', value: 'broken', stacktrace: { frames } }] },
  }
}
