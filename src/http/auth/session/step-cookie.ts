import { STEP_MS } from '#actions/accounts/single-sign-on/sealed-step.ts'
import type { PublicCallBase } from '../../routes/route.ts'
import { cookieAttributes, cookieName } from './cookie.ts'

const NAME = 'Svc.sso'

/** What the browser keeps between two requests of a sign-in with a provider, sealed. */
export function setStepCookie({ services, reply }: PublicCallBase, step: string): void {
  const { config } = services
  reply.setCookie(cookieName(config, NAME), step, { ...cookieAttributes(config), maxAge: STEP_MS / 1000 })
}

export function readStepCookie({ services, request }: PublicCallBase): string | undefined {
  return request.cookies[cookieName(services.config, NAME)]
}

export function clearStepCookie({ services, reply }: PublicCallBase): void {
  reply.clearCookie(cookieName(services.config, NAME), cookieAttributes(services.config))
}
