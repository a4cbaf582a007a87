import { isIP } from 'node:net'
import { addressRefusal } from './address.ts'
import { hostResolver, type ResolveHost } from './host-addresses.ts'
import { isHostName, isLocalName } from './host-name.ts'

/** A place that nothing may be sent to; the message says why, for the person who entered it. */
export class RefusedTargetError extends Error {}

export interface OutboundRules {
  allowPrivate: boolean
  /** Default: what the machine knows, then its name servers. */
  resolve?: ResolveHost
}

/** Spaces, control characters and backslashes mean different things to different parsers of URLs. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u
/** With nothing before it: an empty user name, which the parser drops and a reader may take for a host. */
const AT_SIGN = /^https?:\/\/[^/?#]*@/i
const ALLOW = 'Only public addresses can be reached.'

/** The one guard of everything that the service sends out: what it lets through is on the public internet. */
export class OutboundGuard {
  readonly #allowPrivate: boolean
  readonly #resolve: ResolveHost

  constructor({ allowPrivate, resolve = hostResolver() }: OutboundRules) {
    this.#allowPrivate = allowPrivate
    this.#resolve = resolve
  }

  /** Judges the URL by its text alone. @throws RefusedTargetError */
  parse(text: string): URL {
    const schemes = this.#allowPrivate ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i
    if (!schemes.test(text)) throw new RefusedTargetError('Use a URL that begins with https://.')
    if (AMBIGUOUS.test(text)) {
      throw new RefusedTargetError('Use a URL without spaces, backslashes and control characters.')
    }
    if (!URL.canParse(text))
      throw new RefusedTargetError('Use a complete URL, such as https://example.com/hook.')
    const url = new URL(text)
    if (AT_SIGN.test(text)) throw new RefusedTargetError('Use a URL without a user name or password.')
    if (url.port === '0') {
      throw new RefusedTargetError('Nothing can be reached at port 0. Leave the port out, or give another.')
    }
    this.#checkHost(url)
    return url
  }

  /** Judges what its name resolves to as well; an unknown name passes. @throws RefusedTargetError */
  async check(text: string, signal: AbortSignal): Promise<URL> {
    const url = this.parse(text)
    if (isIP(hostOf(url)) !== 0) return url
    const addresses = await this.#resolve(hostOf(url), signal).catch(() => [])
    this.#checkAddresses(hostOf(url), addresses)
    return url
  }

  /** Every address is checked. @throws RefusedTargetError, or what the resolver throws. */
  async addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
    const host = hostOf(url)
    if (isIP(host) !== 0) return [host]
    const addresses = await this.#resolve(host, signal)
    this.#checkAddresses(host, addresses)
    return addresses
  }

  /** @throws RefusedTargetError for an address that a connection must not lead to. */
  checkConnected(address: string): void {
    const reason = addressRefusal(address, this.#allowPrivate)
    if (reason !== null) throw new RefusedTargetError(`The connection led to ${address}, ${reason}. ${ALLOW}`)
  }

  #checkHost(url: URL): void {
    const host = hostOf(url)
    if (isIP(host) !== 0) {
      const reason = addressRefusal(host, this.#allowPrivate)
      if (reason !== null) throw new RefusedTargetError(`${host} is ${reason}. ${ALLOW}`)
    } else if (!isHostName(host)) {
      throw new RefusedTargetError(`${host} is not a host name. Check it for typing errors.`)
    } else if (!this.#allowPrivate && isLocalName(host)) {
      throw new RefusedTargetError(`${host} is a name of a local network. ${ALLOW}`)
    }
  }

  #checkAddresses(host: string, addresses: readonly string[]): void {
    for (const address of addresses) {
      const reason = addressRefusal(address, this.#allowPrivate)
      if (reason !== null) {
        throw new RefusedTargetError(`${host} resolves to ${address}, ${reason}. ${ALLOW}`)
      }
    }
  }
}

/** The host as an address without brackets, or a name without dots at its end. */
function hostOf({ hostname }: URL): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  let end = hostname.length
  while (hostname[end - 1] === '.') end -= 1
  return hostname.slice(0, end)
}
