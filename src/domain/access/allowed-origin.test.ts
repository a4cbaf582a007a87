import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalOrigin } from '#contract/origin.ts'
import { isAllowedOrigin, originOfRequest } from './allowed-origin.ts'

describe('an origin is written as browsers write it', () => {
  it.each([
    ['https://Shop.Example.com/', 'https://shop.example.com'],
    ['https://shop.example.com:443', 'https://shop.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    [' https://*.Example.com ', 'https://*.example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
  ])('%s', (text, origin) => expect(canonicalOrigin(text)).toBe(origin))

  it.each([
    'shop.example.com',
    'https://',
    'https://*',
    'https://a.*.example.com',
    'https://shop.example.com/path',
    'https://shop.example.com?x',
    'https://user@shop.example.com',
    'https://shop.example.com:99999',
    'null',
    '*',
    '',
  ])('%s is none', (text) => expect(canonicalOrigin(text)).toBeNull())

  it('does not change once it is canonical', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
    const origins = fc.tuple(fc.constantFrom('http', 'https'), label, label, fc.option(fc.nat(65_535)))
    fc.assert(
      fc.property(origins, ([scheme, a, b, port]) => {
        const once = canonicalOrigin(`${scheme}://${a}.${b}${port === null ? '' : `:${port}`}`)
        expect(once === null ? null : canonicalOrigin(once)).toBe(once)
      }),
    )
  })
})

describe('a list allows', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com', true],
    ['https://shop.example.com', 'http://shop.example.com', false],
    ['https://shop.example.com', 'https://shop.example.com:8443', false],
    ['https://*.example.com', 'https://shop.example.com', true],
    ['https://*.example.com', 'https://a.b.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://evilexample.com', false],
    ['https://*.example.com', 'https://shop.example.com.evil.test', false],
    ['https://*.example.com', 'https://shop.example.com:8443', false],
    ['https://*.example.com:8443', 'https://shop.example.com:8443', true],
  ])('%s: %s, %s', (pattern, origin, isAllowed) => {
    expect(isAllowedOrigin(['https://other.test', pattern], origin)).toBe(isAllowed)
  })

  it('no origin without being in it', () => {
    expect(isAllowedOrigin([], 'https://shop.example.com')).toBe(false)
  })
})

it('a request names its origin, or the page it came from', () => {
  const referer = 'https://shop.example.com/cart?step=2'
  expect(originOfRequest({ origin: 'https://a.test', referer })).toBe('https://a.test')
  expect(originOfRequest({ referer })).toBe('https://shop.example.com')
  expect(originOfRequest({ origin: 'null', referer })).toBeNull()
  expect(originOfRequest({ referer: 'nonsense' })).toBeNull()
  expect(originOfRequest({})).toBeNull()
})
