import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Of eight in an IPv6 address: a provider gives each customer a /64. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/** An IPv4 address, or an IPv6 network: a client can have any number of IPv6 addresses. A port, as some
 * proxies add it, does not count; other text is kept as it is. */
export function clientNetwork(address: string): string {
  const bare = withoutPort(address)
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  if (isMapped(groups)) return ipv4Of(groups)
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** One spelling for each address: no port (some proxies add it) and no zone; an IPv4 address inside an IPv6 one is the
 * IPv4 address. Empty if it is not an address, such as `unknown`. */
export function plainAddress(text: string): string {
  const bare = withoutPort(text).split('%', 1)[0]!
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return ''
  const groups = groupsOf(bare)
  return isMapped(groups) ? ipv4Of(groups) : bare.toLowerCase()
}

/** What one customer can have of: 256 IPv4 addresses (/24), 65,536 networks of IPv6 (/48). */
export function wideNetwork(address: string): string {
  const network = clientNetwork(address)
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return address === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  if (bracketed !== undefined && isIPv6(bracketed)) return bracketed
  return dotted !== undefined && isIPv4(dotted) ? dotted : address
}

/** No leading zeros, no zone (`%eth0`). By hand for each event: parsing a URL takes ten times as long. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::')
  const before = writtenGroups(head)
  const after = writtenGroups(tail ?? '')
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after]
}

function writtenGroups(text: string): string[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
  })
}

function isMapped(groups: string[]): boolean {
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
}

function ipv4Of(groups: string[]): string {
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

/** True for an address that no client of the internet has: many clients may share it, as with one of our proxies. */
export function isPrivateAddress(address: string): boolean {
  const bare = withoutPort(address).split('%', 1)[0]!
  const plain = clientNetwork(bare)
  if (isIPv4(plain)) return PRIVATE.check(plain, 'ipv4')
  return isIPv6(bare) && PRIVATE.check(bare, 'ipv6')
}
