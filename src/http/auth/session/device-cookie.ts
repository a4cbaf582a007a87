import { timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#contract/time.ts'
import type { PublicCallBase } from '../../routes/route.ts'
import { cookieAttributes, cookieName } from './cookie.ts'

const LIFETIME_DAYS = 180
const VALUE = /^(\d{1,15})\.([\w-]{22})$/

/** Notes in the browser that someone signed in on it as `email`. It lets nobody in; later logins with this
 * address are counted by the browser and not by its network, so that strangers there cannot lock it out. */
export function rememberDevice({ services, reply }: PublicCallBase, email: string): void {
  const { key, clock, config } = services
  const issuedAt = clock()
  const mac = key.mac(`device\n${email}\n${issuedAt}`).toString('base64url')
  const maxAge = (LIFETIME_DAYS * DAY_MS) / 1000
  const name = cookieName(config, 'Svc.device')
  reply.setCookie(name, `${issuedAt}.${mac}`, { ...cookieAttributes(config), maxAge })
}

/** What names the browser, if it was signed in as `email` before; else null. The same however the MAC is spelled:
 * base64url leaves four bits of its last character unused, and each spelling would have attempts of its own. */
export function knownDevice({ services, request }: PublicCallBase, email: string): string | null {
  const { key, clock, config } = services
  const value = request.cookies[cookieName(config, 'Svc.device')] ?? ''
  const [, issuedAt = '', mac = ''] = VALUE.exec(value) ?? []
  if (issuedAt === '' || clock() - Number(issuedAt) > LIFETIME_DAYS * DAY_MS) return null
  const expected = key.mac(`device\n${email}\n${issuedAt}`)
  const found = Buffer.from(mac, 'base64url')
  return found.byteLength === expected.byteLength && timingSafeEqual(found, expected)
    ? `${issuedAt}.${expected.toString('base64url')}`
    : null
}
