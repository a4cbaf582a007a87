import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** Finds the addresses of a host name. Rejects if there are none. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>

const HOSTS_FILE = '/etc/hosts'
const TRY_MS = 2_000
const TRIES = 2
const MAX_ADDRESSES = 32

/** Hosts file, then name servers, IPv4 and IPv6. Not `getaddrinfo`: it would block password hashing. */
export function hostResolver(servers?: readonly string[]): ResolveHost {
  return async (name, signal) => {
    const known = await addressesInHostsFile(name)
    if (known.length > 0) return known
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const cancel = (): void => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      return await ask(resolver, name)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

async function ask(resolver: Resolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses.slice(0, MAX_ADDRESSES)
  throw (
    answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error('The name has no addresses.')
  )
}

async function addressesInHostsFile(name: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return address && names.some((known) => known.toLowerCase() === name) ? [address] : []
  })
}
