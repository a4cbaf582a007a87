import { describe, expect, test } from 'vitest'
import { scrubEvent } from './scrub.ts'
import { scrubText } from './text.ts'

/** `§` stands for the secret; each is tried with one of letters and digits, and the first ones with a plain word too. */
const ALSO_PLAIN_WORDS = String.raw`echo § | sudo -S apt update
echo '§' | sudo -S -k ls
/bin/sh -c 'echo § | sudo -S reboot'
echo -n "§" | docker login -u jo --password-stdin
printf '%s' '§' | gh auth login --with-token
echo "jo:§" | chpasswd
echo jo:§ | sudo chpasswd
echo § | passwd --stdin jo
sudo -S reboot <<< §
kubectl create secret generic db --from-literal=key=§
kubectl -n shop create secret generic db --from-literal=user=a --from-literal='value=§'
oc create secret generic db --from-literal user=§
password:\n  §
database:\n  password:\n    §\n  user: jo
database:\n  password: >-\n    §\n    §\n  user: jo
token: |\n  §\nnext: 1
- password: !vault |\n    §\n  user: jo
env:\n  - name: API_TOKEN\n    value: §\n  - name: PORT\n    value: 80
- name: DB_PASSWORD\n  value: "§"
password='''§'''
password = """§"""
machine api.example.com login jo password §
machine api.example.com\n  login jo\n  password §\n
default login anonymous password §
localhost:5432:shop:app:§
{"password\u003d§"}
db_password\\u003A §
password&#61;§
password&amp;#x3D;§
?next=postgres%3A%2F%2Fjo%3A§%40db%2Fshop
https%3a%2f%2fjo%3A§%40example.com
USER jo\nPASS §\n230 Logged on
C: USER jo\nC: PASS §
*cmd* 'USER jo'\n*cmd* 'PASS §'
> A1 LOGIN jo §
A001 LOGIN "jo@example.com" "§"
db.example.com:5432:*:app:§\nother:5432:*:app:§
bearer=§
psk="§"
["password":protected]=> string(12) "§"
["password":"App\\User":private]=> string(12) "§"
[password:protected] => §
[password:App\\User:private] => §
(main.T)({ Password: (string) (len=12) "§" })
<property name="password">§</property>
input[name="password"][value="§"]
<entry key="password">§</entry>
<string name="api_token" translatable="false">§</string>
<dict><key>password</key><string>§</string></dict>
<key>Password</key>\n  <string>§</string>
npm config set //registry.npmjs.org/:_authToken §
rclone config create x s3 secret_access_key §
twine upload -u jo -p § dist/*
etcdctl --user root:§ get x
etcdctl put /db/password §
consul kv put db/password §
mysqladmin -u root password §
openssl rsa -in k -passin pass:§
redis-cli --pass § ping
ENV DB_PASSWORD §
setx API_TOKEN §
wrangler secret put API_TOKEN §
gh secret set API_TOKEN --body §
mosquitto_pub -h mq -u jo -P § -t a
unzip -P § a.zip
kinit jo@ACME -- <<< §
cryptsetup luksOpen /dev/sda2 x <<< '§'
passwd jo <<< §
gh auth login --with-token <<< §
docker login --password-stdin registry.example <<< "§"
UPDATE users SET (name, password) = ('jo', '§')
UPDATE users SET (name, password) = ROW ('jo', '§') WHERE id = 5
SELECT 1 FROM users WHERE (name, password) = ('jo', '§')
<param><name>password</name><value>§</value></param>
<member>\n  <name>password</name>\n  <value><string>§</string></value>\n</member>
<ns:Key xsi:type="xsd:string">DbPassword</ns:Key><ns:Value xsi:type="xsd:string">§</ns:Value>
expect "*assword:" { send "§\\\\r" }
child.expect('password:'); child.sendline('§')
secretsdump.py corp/jo:§@10.0.0.1
psexec.py 'corp.local/jo$:§@dc01.corp.local'
SET PASSWORD FOR jo = '§'
SET PASSWORD FOR 'jo'@'%' = '§'
ALTER LOGIN sa WITH PASSWORD = N'§'
["password"]=>\n  string(9) "§"
{:password, "§"}
userPassword:: §
PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 2\n§\n§\nPrivate-MAC: 0a1b
---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n§\n---- END SSH2 ENCRYPTED PRIVATE KEY ----
{"kty":"RSA","n":"abc","e":"AQAB","d":"§"}
{"kty":"oct","k":"§"}
<RSAKeyValue><Modulus>abc</Modulus><D>§</D></RSAKeyValue>
{password,<<"§">>}
[{user,"jo"},{api_key,"§"}]
Some(Secret("§"))
SecretStr('§')
ssh-keygen -t rsa -N "§" -f key
recovery_code: §
{"backup_codes":"§"}
"security_answer": "§"`

const AS_GENERATED = `password → §
bearer: §
cargo login §
snyk auth §
nuget setapikey § -Source example
device_code=§
{"device_code": "§"}
session id: §
Session ID = §
pass phrase: §
{"grant_type":"authorization_code","code":"§"}
{\\"code\\":\\"§\\",\\"grant_type\\":\\"authorization_code\\"}
{:grant_type=>"authorization_code", :code=>"§"}
<QueryDict: {'code': ['§'], 'grant_type': ['authorization_code']}>
[('code', '§'), ('grant_type', 'authorization_code')]
map[code:[§] grant_type:[authorization_code]]
https://shop.example/back#code=§&state=x
<dt>Password</dt><dd>§</dd>
https://shop.example/accept-invite/§ab12
https://shop.example/account_activations/§ab12/edit
https://shop.example/join/§ab12
Driver={ODBC Driver 18};UID=sa;PWD={§};
Password for jo: §
Password for 'https://jo@github.com': §
[sudo] password for jo: §
Enter passphrase for key '/home/jo/.ssh/id': §
Invalid API Key provided: §
https://x.example/reset-password/§Ab3dEf6h9
/users/password/edit/§Ab3dEf6h9
AuthToken(value=§)
AUTH default § user%5Bpassword%5D%3Dabc`

const PINS = `Content-Disposition: form-data; name="pin"\\n\\n§\\n--x--
Your verification code is §
Your verification code is: §
mfa_code=§
"verification_code": "§"
{"cvc":"§"}
cvv: §`

const KEPT = String.raw`session.state: active
auth.flow=refresh
Status code is 482913
cvc: the card's code
self.session = requests.Session()
token = get_token()
/reset-password/550e8400-e29b-41d4-a716-446655440000
/password/reset/confirmation-of-your-email
{users,"jo"}
Token(value=IDENT, line=3)
the security answer is wrong
echo hello | grep -S x
echo $PASSWORD | sudo -S reboot
echo done | tee -a log; sudo -S ls
kubectl create configmap shop --from-literal=color=blue
kubectl get secret db -o yaml
password:\n  min_length: 8\n  required: true
password:\n  - must be longer
password:\n  must be at least 8 characters
errors.password:\nis too short
Invalid token:\n  expired
auth:\n  TimeoutError
session:\n  StoreFactory
- name: DB_HOST\n  value: db.example.com
- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db
<string name="password">Password</string>
<string name="forgot_password">Forgot your password?</string>
<property name="timeout">30</property>
<key>CFBundleName</key><string>Shop</string>
2026-11-24 10:11:12:543 connect:5432
db:5432: connection refused
machine learning login page password field
WWW-Authenticate: Bearer realm="api", error="invalid_token"
the ring bearer: a story
[sudo] password for jo: Sorry, try again.
Password for user jo: incorrect
the API key provided is not valid
npm config set registry https://registry.npmjs.org/
git config user.email jo@example.com
mysqladmin -u root ping
["name":protected]=> string(2) "jo"
Private-Lines: two of them
{"kty":"RSA","n":"abcdefghijkl","e":"AQAB"}
FROM node:24 ENV PORT 80
PWD={password} is the template
openssl rsa -in key.pem -noout
x = """a text"""
redis-cli --scan --pattern user:*
PASS src/cart.test.ts
FAIL a.test.ts\nPASS src/users/USER.test.ts (5.2 s)
the LOGIN jo failed
https%3A%2F%2Fexample.com%2Fa%3Ab%2Fjo%40example.com
a\u003db
docker pull acme/web:latest@sha256:9f86d081884c7d659a2feaa0c55ad015
pull acme/web:1.4.2@registry
mailto:jo@example.com
unzip -p a.zip b
ldapsearch -P 3 -p 389 -b dc=x
curl -u "$USER:$PASS" https://x.example
token = config["API_TOKEN"]
Token::new is private
expect("Login:"); send("jo")
SET PASSWORD FOR jo = ?
$1$ and $2$ are places
the scheme {SSHA} is not supported
session id 17 is unknown
session id: 17
session id: 550e8400-e29b-41d4-a716-446655440000
session id: not found
vault login failed
could not run vault login here
cargo login failed
aws configure set aws_secret_access_key failed
UPDATE users SET (name, password) = ($1, $2)
<name>password</name><type>string</type>
<th>Password</th><th>Email</th>
<th>Token</th><td>Expires at 2026-01-02</td>
<h1>Session</h1><p>expired</p>
{"grant_type":"authorization_code","code":"E1234"}
{"grant_type":"authorization_code","error":{"code":"invalid_grant"}}
Enter pass phrase for /etc/ssl/key.pem:
https://shop.example/help#key=3
error code: ERR_BAD_REQUEST for grant authorization_code
https://shop.example/join/my-long-team-name
OTP 2024 was a good year
seed phrase is not valid, please check every one of the words that were typed
/invite/accept
/verify/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d
src/hooks/useVeryLongHookNameForTheCart2.js
password={{ password }}
RateLimiter[tokens=3.5, capacity=10]
pass=3/5 of the suite
form-data; name="pin"\\n\\nround`

const linesOf = (list: string) => list.split('\n').map((line) => line.replaceAll('\\n', '\n'))
const WORD = 'swordfish'
const GENERATED = 'zebra7Kq2Xw9'

describe('spellings of secrets in command lines, settings and printed values', () => {
  test.each(linesOf(ALSO_PLAIN_WORDS))('%j', (line) => {
    for (const secret of [WORD, GENERATED]) {
      const scrubbed = scrubText(line.replaceAll('§', secret))
      expect(scrubbed).not.toContain(secret)
      expect(scrubbed).toContain('[Filtered]')
      expect(scrubText(scrubbed)).toBe(scrubbed)
      expect(scrubText(`it failed\n${line.replaceAll('§', secret)}`)).not.toContain(secret)
    }
  })

  test.each(linesOf(AS_GENERATED))('%j', (line) => {
    expect(scrubText(line.replaceAll('§', GENERATED))).not.toContain(GENERATED)
  })

  test.each(linesOf(PINS))('%j', (line) => {
    for (const digits of line.includes('cv') ? ['123', '4821'] : ['482913'])
      expect(scrubText(line.replaceAll('§', digits))).not.toContain(digits)
  })

  test.each(linesOf(KEPT))('%j stays', (line) => {
    expect(scrubText(line)).toBe(line)
  })

  test('what stands around the secret stays', () => {
    expect(scrubText(`echo ${WORD} | sudo -S apt update && date`)).toBe(
      'echo [Filtered] | sudo -S apt update && date',
    )
    expect(scrubText(`a: 1\ntoken: |\n  ${WORD}\n  ${WORD}\n\nb: 2`)).toBe(
      'a: 1\ntoken: |\n  [Filtered]\n\nb: 2',
    )
    expect(scrubText(`kubectl create secret generic db --from-literal=a=${WORD} -n shop`)).toBe(
      'kubectl create secret generic db --from-literal=a=[Filtered] -n shop',
    )
  })

  test('private numbers of a JSON web key go, in a document of its own too', () => {
    const key = { kty: 'EC', crv: 'P-256', x: 'abcdefgh', y: 'ijklmnop', d: WORD }
    const { extra } = scrubEvent({ extra: { key, point: { x: 'abcdefgh', d: 'distance' } } })
    expect(extra).toEqual({ key: { ...key, d: '[Filtered]' }, point: { x: 'abcdefgh', d: 'distance' } })
  })
})
