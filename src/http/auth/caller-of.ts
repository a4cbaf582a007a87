import { type ActingCaller, actingAs } from '#actions/accounts/acting.ts'
import type { Principal } from '#actions/accounts/principal.ts'
import { plainAddress } from '#domain/access/client-network.ts'
import type { AuthenticatedCallBase } from '../routes/route.ts'

export function callerOf<Caller extends Principal>({
  principal,
  request,
}: Pick<AuthenticatedCallBase<Caller>, 'principal' | 'request'>): ActingCaller<Caller> {
  return actingAs(principal, plainAddress(request.ip))
}
