import type { Principal } from '#actions/accounts/principal.ts'
import type { PublicCallBase, Route } from '../routes/route.ts'
import { authenticate } from './authenticate.ts'

const LATE_BODY_MS = 1000

/** The caller again if the body took long to arrive, up to half a minute; null if it was quick. Nobody keeps a request
 * open to do what they no longer may when it ends. @throws unauthenticated if the credential has ended meanwhile */
export async function callerNow(
  { request, reply, services }: PublicCallBase,
  route: Pick<Route, 'credential'>,
): Promise<Principal | null> {
  return reply.elapsedTime > LATE_BODY_MS ? authenticate(request, services, route) : null
}
