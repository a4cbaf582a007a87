import { linkUrl, type MadeLink } from '#actions/accounts/password/link.ts'
import { isoTime } from '#contract/time.ts'
import type { Config } from '#platform/config/config.ts'

/** Prints a link for the operator to hand over. It begins with the base address, or the one listened on. */
export function printLink(config: Config, link: MadeLink): void {
  const until = isoTime(link.expiresAt)
  process.stdout.write(`Share this link. It works once, until ${until}:\n`)
  process.stdout.write(`${linkUrl(shownOrigin(config), link)}\n`)
}

export function shownOrigin({ baseUrl, host, port }: Config): string {
  if (baseUrl !== null) return baseUrl
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
