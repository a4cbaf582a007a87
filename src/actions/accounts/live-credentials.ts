import type { Clock } from '#platform/clock.ts'
import { findLiveSessions } from '#storage/account/credentials.ts'
import { findLiveTokens } from '#storage/account/token-credential.ts'
import type { Database } from '#storage/engine/database.ts'

export interface CredentialDeps {
  database: Pick<Database, 'queries'>
  clock: Clock
}

export interface CredentialIds {
  session: readonly string[]
  token: readonly string[]
}

export async function liveCredentials(
  { database, clock }: CredentialDeps,
  ids: CredentialIds,
): Promise<{ session: Set<string>; token: Set<string> }> {
  return {
    session: await findLiveSessions(database.queries, ids.session, clock()),
    token: await findLiveTokens(database.queries, ids.token, clock()),
  }
}
