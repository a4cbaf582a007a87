import type { Browser } from '#actions/accounts/session/start-session.ts'
import type { PublicCallBase } from '../../routes/route.ts'
import { readSessionCookie, setSessionCookie } from './cookie.ts'

export function browserOf({ services, request }: PublicCallBase): Browser {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    token: readSessionCookie(request, services.config),
  }
}

export function signIn({ services, reply }: PublicCallBase, token: string): void {
  setSessionCookie(reply, services.config, token)
}
