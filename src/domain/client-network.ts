import { isIPv4, isIPv6 } from 'node:net'

/** Of the eight groups of an IPv6 address, those of the network that a provider gives to one customer: /64. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/**
 * What is counted as one client: an IPv4 address, or the network of an IPv6 one, in which anybody has as many
 * addresses as they like. A port, as some proxies add it, does not count; what is no address stands for itself.
 */
export function clientNetwork(address: string): string {
  const bare = withoutPort(address)
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (isMapped) return ipv4Of(groups)
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  if (bracketed !== undefined && isIPv6(bracketed)) return bracketed
  return dotted !== undefined && isIPv4(dotted) ? dotted : address
}

/** All eight groups, lower case, without leading zeros; a zone (`%eth0`) is no part of the address. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after]
}

function ipv4Of(groups: string[]): string {
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}
