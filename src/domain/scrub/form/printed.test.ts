import { expect, test } from 'vitest'
import { FILTERED } from '../secret/keys.ts'
import { scrubSourceLine, scrubText } from '../text.ts'

const SECRET = 'q8Zk3mVx91LpWs7YtB2n'
const SIGNATURE = 'fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024'

test.each([
  `api_key: Secret { value: "${SECRET}" }`,
  `login(Password("${SECRET}"))`,
  `AccessToken("${SECRET}")`,
  `credentials: ClientSecret { value: "${SECRET}" }`,
  `$user\n[1] "jo"\n\n$password\n[1] "${SECRET}"\n`,
  `$access_key\n[1] "${SECRET}"\n`,
  `#{<<"password">> => <<"${SECRET}">>}`,
  `[{<<"api_token">>,<<"${SECRET}">>}]`,
  `AWS4-HMAC-SHA256 Credential=AKIA/x, SignedHeaders=host, Signature=${SIGNATURE}`,
])('in %j the secret is filtered', (text) => {
  const scrubbed = scrubText(text)
  expect(scrubbed).toContain(FILTERED)
  expect(scrubbed).not.toMatch(new RegExp(`${SECRET}|${SIGNATURE}`))
})

test.each([
  `const secret = process.env.JWT_SECRET || '${SECRET}'`,
  `const token = options.token ?? "${SECRET}"`,
  `ENV.fetch("API_TOKEN") { "${SECRET}" }`,
  `const phrase = process.env.DB_PASSPHRASE || '${SECRET}'`,
  `client.get(url).bearer_auth("${SECRET}")`,
  `client.get(url).basic_auth("jo", Some("${SECRET}"))`,
  `requests.get(url, auth=("jo", "${SECRET}"))`,
])('in the source line %j the secret is filtered', (line) => {
  expect(scrubSourceLine(line)).toBe(line.replace(SECRET, FILTERED))
})

test.each([
  'expected Token { value: "identifier" }',
  'UnexpectedToken("identifier")',
  'TokenError { value: "q8Zk3mVx91LpWs7YtB2n" }',
  'Secret { name: "db-credentials" }',
  '$token\n[1] "NUMBER"',
  '<<"token_count">> => 17',
  "const mode = process.env.AUTH_TOKEN || 'anonymous'",
  'if (token || "fallback text with blanks") {',
  '.bearer_auth(&self.token)',
  'client.basic_auth(user, Some(password))',
])('%j stays as it is', (text) => {
  expect(scrubText(text)).toBe(text)
  expect(scrubSourceLine(text)).toBe(text)
})
