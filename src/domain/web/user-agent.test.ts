import { expect, test } from 'vitest'
import { browserName, readClientHints, readUserAgent } from './user-agent.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.0.0 Mobile Safari/537.36'
const LINUX = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

test.each<[header: string, browser: string | undefined, os: string | undefined]>([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LINUX}`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LINUX} Edg/120.0`, 'Microsoft Edge', 'Windows'],
  [`${IPHONE} Instagram 320.0.0.29.109 (iPhone14,5; iOS 17_4)`, 'Instagram', 'iOS'],
  [`${IPHONE} [FBAN/FBIOS;FBAV/450.0.0.38.109;FBDV/iPhone14,5]`, 'Facebook', 'iOS'],
  [`${ANDROID} [FB_IAB/FB4A;FBAV/450.0.0.0;]`, 'Facebook', 'Android'],
  [`${IPHONE} GSA/300.0.600 Safari/604.1`, 'Google App', 'iOS'],
  ['Shop/42 CFNetwork/1492.0.1 Darwin/23.3.0', undefined, 'iOS'],
  ['Shop/42 CFNetwork/1240.0.4 Darwin/20.6.0 (x86_64)', undefined, 'macOS'],
  ['curl/8.5.0', 'curl', undefined],
  ['python-requests/2.31.0', 'python-requests', undefined],
  ['no browser at all', undefined, undefined],
  ['MyCompanyBot/1.0 (+https://bot.example)', undefined, undefined],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0', 'Firefox', 'Ubuntu'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${LINUX}`, 'Chrome', 'Chrome OS'],
  ['', undefined, undefined],
])('%s', (header, browser, os) => {
  const agent = readUserAgent(header)
  expect([agent.browser?.name, agent.os?.name]).toEqual([browser, os])
})

test('client hints and the header name a browser alike', () => {
  const hints = readClientHints('"Google Chrome";v="120", "Not_A Brand";v="8"', '"Windows"', '"15.0.0"')
  expect(hints.browser).toEqual({ name: 'Chrome', version: '120' })
  expect(browserName('Mobile Safari')).toBe('Safari')
  expect(browserName('Something else')).toBe('Something else')
})

test('the kernel of an iPhone tells its system', () => {
  expect(readUserAgent('Shop/1 CFNetwork/1410.0.3 Darwin/22.6.0').os).toEqual({ name: 'iOS', version: '16' })
  expect(readUserAgent('Shop/1 CFNetwork/3826.500.111 Darwin/25.0.0').os).toEqual({
    name: 'iOS',
    version: '26',
  })
})
