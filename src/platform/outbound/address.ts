import ipaddr from 'ipaddr.js'

/**
 * Special-purpose networks that the library counts as ordinary unicast addresses: host services of a cloud, and blocks
 * that IANA's registries of special-purpose addresses name.
 */
const FURTHER_SPECIAL = [
  '168.63.129.16/32',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '2001::/23',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((network) => ipaddr.parseCIDR(network))

/** All that is assigned to the public internet. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')
/** Groups 4 and 5 of an IPv6 address that ISATAP makes of the IPv4 address in its last two. */
const ISATAP = new Set(['0:5efe', '200:5efe'])

/** What `SVC_WEBHOOK_ALLOW_PRIVATE=1` adds; link-local addresses, those of cloud metadata above all, stay out. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal'])

const NAMES: Record<string, string> = {
  unspecified: 'an unspecified address',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  private: 'a private address',
  carrierGradeNat: 'an address of a carrier-grade NAT',
  uniqueLocal: 'a private (unique local) address',
  ipv4Mapped: 'an IPv4 address inside of an IPv6 one',
  rfc6052: 'an IPv4 address inside of an IPv6 one (NAT64)',
  rfc6145: 'an IPv4 address inside of an IPv6 one',
  '6to4': 'an IPv4 address inside of an IPv6 one (6to4)',
  teredo: 'an IPv4 address inside of an IPv6 one (Teredo)',
}

/**
 * Why nothing may be sent to an IP address; null where it may. Only addresses of the public internet are taken: what is
 * not known to be one is refused.
 */
export function addressRefusal(address: string, allowPrivate: boolean): string | null {
  if (!ipaddr.isValid(address)) return 'not an IP address'
  const parsed = allowPrivate ? ipaddr.process(address) : ipaddr.parse(address)
  const range = rangeOf(parsed)
  if (range === 'unicast' || (allowPrivate && PRIVATE_RANGES.has(range))) return null
  return NAMES[range] ?? 'a reserved address'
}

function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range()
  if (range !== 'unicast') return range
  if (FURTHER_SPECIAL.some((network) => isIn(address, network))) return 'reserved'
  if (address instanceof ipaddr.IPv4) return range
  if (!isIn(address, GLOBAL_IPV6)) return 'reserved'
  return embeddedRange(address)
}

function isIn(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number],
): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

function embeddedRange({ parts }: ipaddr.IPv6): string {
  if (!ISATAP.has(`${parts[4]!.toString(16)}:${parts[5]!.toString(16)}`)) return 'unicast'
  const [high, low] = [parts[6]!, parts[7]!]
  const embedded = new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255])
  return rangeOf(embedded) === 'unicast' ? 'unicast' : 'ipv4Mapped'
}
