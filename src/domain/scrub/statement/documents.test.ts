import { describe, expect, test } from 'vitest'
import { scrubEvent } from '../scrub.ts'
import { scrubText } from '../text.ts'

/** `§` stands for the secret; `\n` is a line break. */
const DOCUMENTS = String.raw`1 validation error for Config\nclient_secret\n  String should have at most 8 characters [type=string_too_long, input_value='§', input_type=str]
{'type': 'string_pattern_mismatch', 'loc': ('body', 'user', 'passphrase'), 'msg': 'no match', 'input': '§'}
{"type":"string_too_short","loc":["body","api_key"],"msg":"too short","input":"§"}
"new_password" with value "§" fails to match the required pattern: /x/
Field error in object 'account' on field 'secret': rejected value [§]; codes [Size]
Validation failed: Path ${'`'}accessToken${'`'} (${'`'}§${'`'}) is longer than the maximum allowed length (8).
ValidationError { value: '§', property: 'password', constraints: {} }
{"type":"field","value":"§","msg":"Invalid value","path":"password","location":"body"}
DETAIL: Key (tenant_id, refresh_token)=(7, §) already exists.
Duplicate entry '§' for key 'sessions.sessions_token_unique'
[{"op":"replace","path":"/user/password","value":"§"}]
INSERT INTO accounts (name, secret) VALUES (?, ?) [parameters: ('jo', '§')]
INSERT INTO "account"("name", "password") VALUES ($1, $2), parameters: ["jo","§"]
(SQL: insert into ${'`'}users${'`'} (${'`'}name${'`'}, ${'`'}password${'`'}) values (jo, §))
&lt;user&gt;&lt;password&gt;§&lt;/password&gt;&lt;/user&gt;
data-x="{&quot;secret&quot;:&quot;§&quot;,&quot;n&quot;:1}"
{&#34;token&#34;:&#34;§&#34;}
{\u0022password\u0022:\u0022§\u0022}
\u003capiKey\u003e§\u003c/apiKey\u003e
{\x22token\x22:\x22§\x22}
UserName              : jo\nPassword              : §
  + master_password                 = "§"
Password:                  §
Admin password ........ §
Password . . . . : §
password: !!str §
user[password][]=§
storePassword '§'
olcRootPW: §
ATTACH DATABASE 'x.db' AS vault KEY '§'
kind: Secret\nmetadata:\n  name: a\ndata:\n  anything: §
apiVersion: v1\nstringData:\n  url: "§"\n  cert: |\n    §\n    §\nkind: Secret
{"kind":"Secret","data":{"anything":"§"},"metadata":{"name":"a"}}
| id | password |\n|----|----------|\n| 1  | § |
name,secret,role\njo,§,admin
 id | api_token\n----+-----------\n  1 | §
#0 /srv/a.php(3): PDO->__construct('mysql:host=h', 'root', '§')
#1 /srv/a.php(9): App\Auth->login('jo', '§')
mysqli_connect("localhost", "root", "§")
variable "root_password" {\n  type    = string\n  default = "§"\n}
output "api_key" {\n  value = "§"\n}
~ password = "§" -> "§"
recovery codes: aa1-§, bb2-§, cc3-§
Server=h;PWD={§;}}§};Encrypt=yes
connect(dsn=app/§@(DESCRIPTION=(PORT=1521)))
bad line in .pgpass: db:5432:shop:app:§
{"password",<<"§">>}
define( 'AUTH_SALT', 'a b §' );
Authorization: AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host;x-amz-date, Signature=§
code_verifier=§&client_id=web
SAMLResponse=§&RelayState=a
https://app.example/login/magic?t=§${'Kq9wLm2Xz7VbR8t'}
https://outlook.office.com/webhook/§${'5c1f2e3d4b5a6978'}@a/IncomingWebhook/b
{"field":"passphrase","message":"too weak","rejectedValue":"§"}
ZodError: [{ code: 'custom', path: ['user','token'], message: 'bad', input: '§' }]
token must match /x/, but the final value was: ${'`'}§${'`'}.
pika.PlainCredentials("guest", "§")
new ClientSecretCredential("tenant", "client", "§")
url.Values{"password":[]string{"§"}, "n":[]string{"3"}}
password: "" => "§"
<property name="password"><value>§</value></property>
<Password><![CDATA[§]]></Password>
New password for jo set to §
imap.authenticate('LOGIN', 'jo', '§')
pulumi config set --secret dbPassword §
composer config http-basic.repo.example jo §
aws ssm put-parameter --type SecureString --value §
[["@auth:token","§"],["@ui:theme","dark"]]
wpa_cli set_network 0 psk "§"`

const KEPT = String.raw`1 validation error for Config\nclient_secret\n  Field required [type=missing, input_value={'port': 80}, input_type=dict]
{'type': 'int_parsing', 'loc': ('query', 'page'), 'msg': 'bad', 'input': 'abc'}
"age" with value "abc" fails to match the required pattern: /x/
Key (email)=(jo@example.com) already exists.
Duplicate entry '5-2024' for key 'orders.PRIMARY'
Duplicate entry '17-4' for key 'user_tokens.PRIMARY'
could not decrypt password: System.FormatException: bad length
jsonwebtoken: JsonWebTokenError: jwt malformed
["auth_token", "1.2.3"]
no psk for "office", psk is required
passkey: 12 registered
INSERT INTO users (name, password) VALUES (?, ?)
INSERT INTO users (id, password) VALUES (1, NULL)
INSERT INTO users (name, password) VALUES (:name, :password)
kind: ConfigMap\ndata:\n  url: http://a
kind: ConfigMap\ndata:\n  url: http://a\n---\nkind: Secret\nmetadata:\n  name: b
&lt;password&gt; is required
&quot;password&quot; must not be empty
| test | token |\n|---|---|\n| lexes | IDENT |
| model | tokens |\n|---|---|\n| a | 812345 |
NAME       TYPE     DATA\ndb-creds   Opaque   2
new PDO('mysql:host=h', $user, $password)
client.connect('10.0.0.4', 8080, 'tcp')
auth.login('jo', 'portal')
variable "token_count" {\n default = "512"\n}
recovery codes: 10 generated
{'password': ['Longer than maximum length 72.']}
openssl rsa -in k.pem -passin env:KEY_PASS
Always returns an array, set-cookie\nfirst, second1
user.credentials('jo', key)
Access denied for user 'app' (using password: NO)
Password            : not set
  + master_password         = (sensitive value)
  + master_password         = var.db_password
token_count              : 17
Verifying password ....... ok
Checking password... failed
ATTACH DATABASE ? AS vault KEY ?
storePassword 'missing'`

const linesOf = (list: string) => list.split('\n').map((line) => line.replaceAll('\\n', '\n'))

describe('secrets in documents, statements and traces', () => {
  test.each(linesOf(DOCUMENTS))('%j', (line) => {
    const scrubbed = scrubText(line.replaceAll('§', 'Gr4niteHill7'))
    expect(scrubbed).not.toContain('Gr4niteHill7')
    expect(scrubText(scrubbed)).toBe(scrubbed)
  })

  test.each(linesOf(KEPT))('%j stays', (line) => {
    expect(scrubText(line)).toBe(line)
  })

  test('what stands beside the secret stays', () => {
    expect(scrubText('Key (id, token)=(7, Gr4nite) already exists')).toBe(
      'Key (id, token)=(7, [Filtered]) already exists',
    )
    expect(scrubText('name,secret,role\njo,Gr4nite,admin')).toBe('name,secret,role\njo,[Filtered],admin')
    expect(scrubText('kind: Secret\ndata:\n  a: Gr4nite\ntype: Opaque')).toBe(
      'kind: Secret\ndata:\n  a: [Filtered]\ntype: Opaque',
    )
    expect(scrubText('A=1\ufffdDB_PASSWORD=Gr4nite\ufffdHOME=/root')).toBe(
      'A=1\ufffdDB_PASSWORD=[Filtered]\ufffdHOME=/root',
    )
  })

  test('in structured data, too', () => {
    const { extra } = scrubEvent({
      extra: {
        errors: [
          { loc: ['body', 'password'], input: 'a' },
          { loc: ['query', 'page'], input: 'b' },
        ],
        inputs: [
          { type: 'password', value: 'a' },
          { label: 'City', value: 'b' },
        ],
        settings: [{ variable: 'DB_PASSWORD', value: 'a' }],
        change: { field: 'password', from: 'a', to: 'a' },
        step: { from: '/a', to: '/b' },
        manifest: { kind: 'Secret', data: { url: 'a' }, metadata: { name: 'b' } },
        cell: { id: 'session-1', value: 'b' },
      },
    })
    expect(extra).toEqual({
      errors: [
        { loc: ['body', 'password'], input: '[Filtered]' },
        { loc: ['query', 'page'], input: 'b' },
      ],
      inputs: [
        { type: 'password', value: '[Filtered]' },
        { label: 'City', value: 'b' },
      ],
      settings: [{ variable: 'DB_PASSWORD', value: '[Filtered]' }],
      change: { field: 'password', from: '[Filtered]', to: '[Filtered]' },
      step: { from: '/a', to: '/b' },
      manifest: { kind: 'Secret', data: { url: '[Filtered]' }, metadata: { name: 'b' } },
      cell: { id: 'session-1', value: 'b' },
    })
  })
})
