import ipaddr from 'ipaddr.js'
import { cloudHost, reservedFor } from './special-networks.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** All that is assigned to the public internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Groups 4 and 5 of an IPv6 address that ISATAP makes of the IPv4 address in its last two. */
const ISATAP = new Set(['0:5efe', '200:5efe'])

/** Addresses that `SVC_WEBHOOK_ALLOW_PRIVATE=1` allows; link-local ones, such as cloud metadata, are never allowed. */
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
  ipv4Mapped: 'an IPv4 address inside an IPv6 one (IPv4-mapped)',
  rfc6052: 'an IPv4 address inside an IPv6 one (NAT64)',
  rfc6145: 'an IPv4 address inside an IPv6 one (translated)',
  '6to4': 'an IPv4 address inside an IPv6 one (6to4)',
  teredo: 'an IPv4 address inside an IPv6 one (Teredo)',
}

/** Why an address is refused, or null. Only those known to be on the public internet are allowed. */
export function addressRefusal(address: string, allowPrivate: boolean): string | null {
  if (!ipaddr.isValid(address)) return 'not an IP address'
  const parsed = allowPrivate ? ipaddr.process(address) : ipaddr.parse(address)
  const cloud = cloudHost(parsed)
  if (cloud !== null) return cloud
  const range = parsed.range()
  if (allowPrivate && PRIVATE_RANGES.has(range)) return null
  return NAMES[range] ?? specialPurpose(parsed)
}

function specialPurpose(address: Address): string | null {
  const reserved = reservedFor(address)
  if (reserved !== null) return reserved
  if (address.range() !== 'unicast') return 'a reserved address'
  return address instanceof ipaddr.IPv6 ? ipv6Refusal(address) : null
}

function ipv6Refusal(address: ipaddr.IPv6): string | null {
  if (!address.match(GLOBAL_IPV6)) return 'a reserved address'
  const { parts } = address
  if (!ISATAP.has(`${parts[4]!.toString(16)}:${parts[5]!.toString(16)}`)) return null
  const [high, low] = [parts[6]!, parts[7]!]
  const embedded = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return addressRefusal(embedded, false) === null ? null : 'an IPv4 address inside an IPv6 one (ISATAP)'
}
