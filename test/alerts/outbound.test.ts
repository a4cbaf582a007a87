import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressRefusal } from '#platform/outbound/address.ts'
import { hostResolver } from '#platform/outbound/host-addresses.ts'
import { postOutside } from '#platform/outbound/request.ts'
import { OutboundGuard, RefusedTargetError } from '#platform/outbound/target.ts'
import { ofSuite } from '../support/of-suite.ts'
import { NameServer } from '../support/server/name-server.ts'
import { msOf, quickest } from '../support/timing.ts'

interface Targets {
  addresses: { allowed: string[]; refused: string[] }
  urls: { refused: string[]; refused_by_answer: string[] }
}

const TARGETS: Targets = JSON.parse(
  readFileSync(new URL('../fixtures/outbound-targets.json', import.meta.url), 'utf8'),
)
const LIMITS = {
  totalMs: 3_000,
  maxAnswerBytes: 65_536,
  excerptBytes: 2_048,
  signal: new AbortController().signal,
}
const urlOf = (address: string): string => `https://${address.includes(':') ? `[${address}]` : address}/hook`
/** As an answer of a name server has it, which knows one spelling only. */
const parsed = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return null
  return ipaddr.parse(address).toNormalizedString()
}

describe('the guard', () => {
  let guard: OutboundGuard
  const names = ofSuite(() => NameServer.start())
  beforeAll(() => {
    guard = new OutboundGuard({ allowPrivate: false, resolve: hostResolver([names.address]) })
  })
  beforeEach(() => {
    names.answers = () => []
  })
  const check = (url: string) => guard.check(url, AbortSignal.timeout(5_000))

  test.each(TARGETS.addresses.allowed)('lets the public address %s through', async (address) => {
    expect(addressRefusal(address, false)).toBeNull()
    expect(guard.parse(urlOf(address)).protocol).toBe('https:')
    names.answers = () => [address]
    expect(
      await guard.addressesOf(await check('https://hooks.example.com/'), AbortSignal.timeout(5_000)),
    ).toEqual([expect.stringMatching(/^[\da-f.:]+$/)])
  })

  test.each(TARGETS.addresses.refused)(
    'refuses %s, in a URL and as the answer of a name server',
    async (address) => {
      expect(() => guard.parse(urlOf(address))).toThrow(RefusedTargetError)
      const answer = parsed(address)
      if (answer === null) return
      expect(addressRefusal(address, false)).toMatch(/^(an?|not an) /)
      names.answers = () => ['192.0.9.1', answer]
      await expect(check('https://hooks.example.com/')).rejects.toThrow(
        /^hooks\.example\.com resolves to .*, an? .*\. Only public addresses can be reached\.$/,
      )
      expect(() => guard.checkConnected(address)).toThrow(RefusedTargetError)
    },
  )

  test.each(TARGETS.urls.refused)('refuses %s', (url) => {
    for (const text of new Set([url, url.replace(/^http:/, 'https:')])) {
      expect(() => guard.parse(text)).toThrow(RefusedTargetError)
    }
  })

  test.each([
    ['https://example.com:0/', 'Nothing can be reached at port 0.'],
    ['https://@example.com/', 'without a user name'],
    ['https://a..example.com/', 'a..example.com is not a host name.'],
    ['https://metadata.google.internal/', 'is a name of a local network.'],
    ['https://169.254.169.254/', 'is a link-local address.'],
    ['https://100.64.0.1/', 'is an address of a carrier-grade NAT.'],
    ['https://198.51.100.7/', 'is an address for documentation.'],
    ['https://198.18.0.1/', 'is an address for benchmarks.'],
    ['https://[2001:db8::1]/', 'is an address for documentation.'],
    ['https://[2001:20::1]/', 'is an identifier, not an address (ORCHID).'],
    ['https://[fec0::1]/', 'is a private (site-local) address.'],
    ['https://[::7f00:1]/', '(IPv4-compatible).'],
    ['https://[::ffff:a00:1]/', '(IPv4-mapped).'],
    ['https://[64:ff9b::a00:1]/', '(NAT64).'],
    ['https://[2002:a00:1::]/', '(6to4).'],
    ['https://[2001:0:4136:e378::1]/', '(Teredo).'],
    ['https://[2600::5efe:a00:1]/', '(ISATAP).'],
    ['https://[fd00:ec2::254]/', 'is a metadata service of a cloud.'],
  ])('says why %s is refused', (url, why) => {
    expect(() => guard.parse(url)).toThrow(why)
  })

  test.each(TARGETS.urls.refused_by_answer)(
    'refuses %s, whose name stands for a private address',
    async (url) => {
      names.answers = () => ['10.0.0.7']
      await expect(check(url.replace(/^http:/, 'https:'))).rejects.toThrow(RefusedTargetError)
    },
  )

  test('a name that does not resolve is accepted, and look-ups are short', async () => {
    names.answers = () => []
    expect((await check('https://not-yet.example.com/hook')).host).toBe('not-yet.example.com')
    names.answers = () => null
    const asked = () => guard.check('https://silent.example.com/hook', AbortSignal.timeout(200))
    expect(await quickest(2_000, () => msOf(asked))).toBeLessThan(2_000)
  })

  test('with private addresses allowed, those of cloud metadata stay out', () => {
    const lenient = new OutboundGuard({ allowPrivate: true })
    for (const url of [
      'http://127.0.0.1:8080/',
      'http://localhost/',
      'https://10.0.0.1/',
      'http://[fd00::1]/',
    ]) {
      expect(lenient.parse(url).href).toContain('/')
    }
    for (const url of [
      'http://169.254.169.254/',
      'http://100.100.100.200/',
      'http://[fd00:ec2::254]/',
      'http://[::ffff:168.63.129.16]/',
      'http://[fe80::1]/',
      'http://0.0.0.0/',
      'http://127.0.0.1:0/',
      'http://a:b@127.0.0.1/',
      'ftp://127.0.0.1/',
    ]) {
      expect(() => lenient.parse(url)).toThrow(RefusedTargetError)
    }
  })
})

describe('a request', () => {
  let names: NameServer
  let inside: Server
  let port = 0
  let connections = 0
  beforeAll(async () => {
    names = await NameServer.start()
    inside = createServer((_request, response) => response.end('inside'))
    inside.on('connection', () => {
      connections += 1
    })
    inside.listen(0, '127.0.0.1')
    await once(inside, 'listening')
    port = (inside.address() as AddressInfo).port
  })
  afterAll(() => {
    names.close()
    inside.close()
  })
  const post = (guard: OutboundGuard, url: string) =>
    postOutside(guard, { url, headers: {}, body: '{}' }, LIMITS)

  test('a name that changes its address after it was checked leads nowhere inside', async () => {
    connections = 0
    const guard = new OutboundGuard({ allowPrivate: false, resolve: hostResolver([names.address]) })
    names.answers = (_name, asked) => (asked === 0 ? ['192.0.9.1'] : ['127.0.0.1'])
    const url = `https://rebind.example.com:${port}/`
    await guard.check(url, LIMITS.signal)
    await expect(post(guard, url)).rejects.toThrow(
      'rebind.example.com resolves to 127.0.0.1, a loopback address.',
    )
    expect(connections).toBe(0)
  })

  test('the connection goes to the address that was checked, not to one of a second answer', async () => {
    connections = 0
    const guard = new OutboundGuard({ allowPrivate: true, resolve: hostResolver([names.address]) })
    let asked = 0
    names.answers = (_name, time) => {
      asked = Math.max(asked, time)
      return time === 0 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    const answer = await post(guard, `http://pinned.example.com:${port}/`)
    expect(answer).toMatchObject({ status: 200, excerpt: 'inside' })
    expect([connections, asked]).toEqual([1, 0])
  })

  test('an address that the name server did not say is noticed when the connection is made', async () => {
    const guard = new OutboundGuard({ allowPrivate: false, resolve: async () => ['192.0.9.1'] })
    guard.addressesOf = async () => ['127.0.0.1']
    await expect(post(guard, `https://hooks.example.com:${port}/`)).rejects.toThrow(
      'The connection led to 127.0.0.1',
    )
  })

  test('a proxy of the environment is not asked', async () => {
    connections = 0
    const before = { ...process.env }
    const proxy = `http://127.0.0.1:${port}`
    Object.assign(process.env, {
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
      ALL_PROXY: proxy,
    })
    const guard = new OutboundGuard({ allowPrivate: true, resolve: async () => ['127.0.0.1'] })
    try {
      // Nothing listens there.
      await expect(post(guard, 'http://hooks.example.com:1/')).rejects.toThrow(
        'The receiver refused the connection.',
      )
    } finally {
      for (const name of ['NODE_USE_ENV_PROXY', 'HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
    expect(connections).toBe(0)
  })

  test.each([
    ['http', 'The receiver answered, but not in HTTP. Check the port of the URL.'],
    ['https', 'No TLS connection could be made. Check that the port of the URL speaks https.'],
  ])('a receiver that does not speak %s is named in a sentence', async (protocol, said) => {
    const mute = createNetServer((socket) => socket.on('error', () => {}).end('220 ready\r\n'))
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const guard = new OutboundGuard({ allowPrivate: true })
    const url = `${protocol}://127.0.0.1:${(mute.address() as AddressInfo).port}/`
    await expect(post(guard, url)).rejects.toThrow(new Error(said))
    mute.close()
  })

  test('a receiver that never answers is given up', async () => {
    const silent = createServer(() => {})
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const guard = new OutboundGuard({ allowPrivate: true })
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const request = postOutside(guard, { url, headers: {}, body: '{}' }, { ...LIMITS, totalMs: 300 })
    await expect(request).rejects.toThrow('No answer within 0.3 s.')
    silent.closeAllConnections()
    silent.close()
  })
})
