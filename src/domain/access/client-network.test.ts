import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientNetwork, isPrivateAddress, wideNetwork } from './client-network.ts'

describe('what is counted as one client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
    ['1.2.3.4.5:80', '1.2.3.4.5:80'],
  ])('%s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  it('the last 64 bits do not matter, the first do', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const [a, b] = [prefixOf(one), prefixOf(other)]
        expect(clientNetwork(one) === clientNetwork(other)).toBe(a === b)
        expect(clientNetwork(`${a}:1:2:3:4`)).toBe(clientNetwork(`${a}:9:8:7:6`))
      }),
    )
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof clientNetwork(text)).toBe('string')
      }),
    )
  })
})

/** The first four groups as someone else's code writes them; 0 for addresses that stand for IPv4 ones. */
function prefixOf(address: string): string {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return all.slice(0, 4).join(':')
}

describe('isPrivateAddress', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1:5000', '100.64.0.9', '169.254.1.1', '::1'],
    ...['::ffff:10.0.0.1', 'fd00::1', '[fe80::1]:80', 'fe80::1%eth0'],
  ])('%s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each(['8.8.8.8', '172.32.0.1', '198.51.100.1', '::ffff:8.8.8.8', '2001:db8::1', 'unknown', ''])(
    'not %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false)
    },
  )
})

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.7:4711', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('%s is in the wide network %s', (address, network) => {
  expect(wideNetwork(address)).toBe(network)
})
