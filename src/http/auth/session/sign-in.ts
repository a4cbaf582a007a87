import type { Browser } from '#actions/accounts/session/start-session.ts'
import { plainAddress } from '#domain/access/client-network.ts'
import type { PublicCallBase } from '../../routes/route.ts'
import { readSessionCookie, setSessionCookie } from './cookie.ts'

export function browserOf({ services, request }: PublicCallBase): Browser {
  return {
    ip: plainAddress(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    token: readSessionCookie(request, services.config),
  }
}

export function signIn({ services, reply }: PublicCallBase, token: string): void {
  setSessionCookie(reply, services.config, token)
}
