import type { FastifyReply, FastifyRequest } from 'fastify'
import { LONGEST_SESSION_MS } from '#actions/accounts/session/lifetime.ts'
import type { Config } from '#platform/config/config.ts'

type CookieConfig = Pick<Config, 'baseUrl'>

/** The server decides how long the session does last. */
const MAX_AGE_SECONDS = LONGEST_SESSION_MS / 1000

/** `Svc.sid`; behind https with the `__Host-` prefix, which binds it to this host. */
export function sessionCookieName(config: CookieConfig): string {
  return cookieName(config, 'Svc.sid')
}

export function cookieName(config: CookieConfig, name: string): string {
  return isSecure(config) ? `__Host-${name}` : name
}

export function readSessionCookie(request: FastifyRequest, config: CookieConfig): string | undefined {
  return request.cookies[sessionCookieName(config)]
}

export function setSessionCookie(reply: FastifyReply, config: CookieConfig, token: string): void {
  reply.setCookie(sessionCookieName(config), token, { ...cookieAttributes(config), maxAge: MAX_AGE_SECONDS })
}

export function clearSessionCookie(reply: FastifyReply, config: CookieConfig): void {
  reply.clearCookie(sessionCookieName(config), cookieAttributes(config))
}

export function cookieAttributes(config: CookieConfig) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) } as const
}

function isSecure({ baseUrl }: CookieConfig): boolean {
  return baseUrl?.startsWith('https:') ?? false
}
