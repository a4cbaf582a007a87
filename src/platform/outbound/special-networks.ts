import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Always refused: clouds keep credentials there, some in what `SVC_WEBHOOK_ALLOW_PRIVATE=1` opens. */
const CLOUD_HOSTS: readonly [string, string][] = [
  ['100.100.100.200/32', 'a metadata service of a cloud'],
  ['168.63.129.16/32', 'a host service of a cloud'],
  ['192.0.0.192/32', 'a metadata service of a cloud'],
  ['fd00:42::42/128', 'a metadata service of a cloud'],
  ['fd00:c1::a9fe:a9fe/128', 'a metadata service of a cloud'],
  ['fd00:ec2::/32', 'a metadata service of a cloud'],
  ['fd20:ce::254/128', 'a metadata service of a cloud'],
]

/** Blocks of IANA's registries of special-purpose addresses, with what a person would call them. The first match counts. */
const RESERVED: readonly [string, string][] = [
  ['192.0.2.0/24', 'an address for documentation'],
  ['198.51.100.0/24', 'an address for documentation'],
  ['203.0.113.0/24', 'an address for documentation'],
  ['198.18.0.0/15', 'an address for benchmarks'],
  ['192.88.99.0/24', 'a relay between IPv4 and IPv6 (6to4)'],
  ['192.31.196.0/24', 'a reserved address'],
  ['192.52.193.0/24', 'a reserved address'],
  ['192.175.48.0/24', 'a reserved address'],
  ['::ffff:0:0:0/96', 'an IPv4 address inside an IPv6 one (translated)'],
  ['::/96', 'an IPv4 address inside an IPv6 one (IPv4-compatible)'],
  ['2001:db8::/32', 'an address for documentation'],
  ['3fff::/20', 'an address for documentation'],
  ['2001:2::/48', 'an address for benchmarks'],
  ['2001:10::/28', 'an identifier, not an address (ORCHID)'],
  ['2001:20::/28', 'an identifier, not an address (ORCHID)'],
  ['2001::/23', 'a reserved address'],
  ['2620:4f:8000::/48', 'a reserved address'],
  ['100::/64', 'an address that discards everything'],
  ['fec0::/10', 'a private (site-local) address'],
]

const CLOUD_NETWORKS = parsed(CLOUD_HOSTS)
const RESERVED_NETWORKS = parsed(RESERVED)

/** What a cloud has at the address; null if it is not a metadata service. */
export function cloudHost(address: Address): string | null {
  return firstMatch(CLOUD_NETWORKS, address)
}

/** What a registry of special-purpose addresses says about it; null if it says nothing. */
export function reservedFor(address: Address): string | null {
  return firstMatch(RESERVED_NETWORKS, address)
}

interface Network {
  base: Address
  bits: number
  what: string
}

function parsed(networks: readonly [string, string][]): Network[] {
  return networks.map(([cidr, what]) => {
    const [base, bits] = ipaddr.parseCIDR(cidr)
    return { base, bits, what }
  })
}

function firstMatch(networks: readonly Network[], address: Address): string | null {
  const match = networks.find(({ base, bits }) => base.kind() === address.kind() && address.match(base, bits))
  return match?.what ?? null
}
