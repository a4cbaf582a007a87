import { expect, test } from 'vitest'
import { scrubText } from '../text.ts'

const RUN = 'q8LmXz2VbR9tYc4NdKwP1sJu6hG3fD5aZ0xCvBnMqWeRtYuIoPlKjHgFdSaQwErTy2Ui'
const HEX = '3f9a7c2be81d4056'.repeat(4)

test.each([
  `ops_eyJ${RUN}`,
  `v4.local.${RUN}`,
  `CfDJ8${RUN.slice(0, 40)}`,
  `xprv9${RUN}${RUN.slice(0, 38)}`,
  `dckr_oat_${RUN.slice(0, 27)}`,
  `cio${RUN.slice(0, 32)}`,
  `polar_oat_${RUN.slice(0, 40)}`,
  `wandb_v1_${RUN.slice(0, 40)}`,
  `lin_oauth_${HEX}`,
  `mlsn.${HEX}`,
  `apify_api_${RUN.slice(0, 36)}`,
  `MTE5${RUN.slice(0, 22)}.GqLmXz.${RUN.slice(0, 38)}`,
  `base64:${RUN.slice(0, 43)}=`,
  `eyJpdiI6${RUN}`,
  `s%3A${RUN.slice(0, 32)}.${RUN.slice(0, 43)}`,
  `01000000d08c9ddf0115d1118c7a00c04fc297eb${HEX}`,
  `appid=${HEX.slice(0, 32)}`,
  `eyJ1c2VyIjo3fQ.ZKx91k.${RUN.slice(0, 27)}`,
  `eyJ1c2VyIjo3fQ:1rAbCd:${RUN.slice(0, 43)}`,
  `AGE-SECRET-KEY-1${RUN.slice(0, 58).toUpperCase()}`,
  `dp.sa.${RUN.slice(0, 43)}`,
  `odt_${RUN.slice(0, 32)}`,
  `00D3t000000hXyQ!${RUN}${RUN}`,
  `pi_${RUN.slice(0, 24)}_secret_${RUN.slice(0, 25)}`,
  `eyJhbGciOiJkaXIifQ..${RUN.slice(0, 16)}.${RUN.slice(0, 40)}.${RUN.slice(0, 22)}`,
])('%s is a token', (token) => {
  const scrubbed = scrubText(`the call with ${token} was refused`)
  expect(scrubbed).toBe('the call with [Filtered] was refused')
})

test.each([
  (id: string, key: string) => `${id}:${key}`,
  (id: string, key: string) => `jo,,${id},${key}`,
  (id: string, key: string) => `s3('https://b.example/x.csv', '${id}', '${key}', 'CSV')`,
  (id: string, key: string) => `CREATE SECRET (TYPE S3, KEY_ID '${id}', SECRET '${key}')`,
])('a key of AWS is found by the ID in front of it', (written) => {
  const key = `aB3/${RUN.slice(0, 36)}`
  expect(scrubText(written(`AKIA${'X7'.repeat(8)}`, key))).toBe(written('[Filtered]', '[Filtered]'))
})

test('a commit behind the ID of a key is none', () => {
  const commit = HEX.slice(0, 40)
  expect(scrubText(`AKIA${'X7'.repeat(8)}: ${commit}`)).toBe(`[Filtered]: ${commit}`)
})

test.each([
  'cioppino was served',
  'polar_bear_sightings_in_the_north_of_the_country',
  'v2.local.config is missing',
  'base64: invalid input',
  'appid=1234567890',
  'pi_digits_of_the_circle_are_counted_up_to_the_thousandth_place',
  'No such payment_intent: pi_3MtwBwLkdIwHu7ix28a3tqPa',
  'eyJ1c2VyIjo3fQ.config.json is missing',
  'token android.os.BinderProxy@1a2b3c is not valid',
])('%s is none', (text) => {
  expect(scrubText(text)).toBe(text)
})
