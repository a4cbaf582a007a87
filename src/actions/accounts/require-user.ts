import { ServiceError } from '#contract/errors.ts'
import { findUserByEmail, type UserCredential } from '#storage/account/credentials.ts'
import type { ActionDeps } from '../action-deps.ts'

/** For the operator: of any organization, in any case and with blanks around it. @throws not_found */
export async function requireUser({ database }: ActionDeps, email: string): Promise<UserCredential> {
  const user = await findUserByEmail(database.queries, email.trim().toLowerCase())
  if (!user) throw new ServiceError('not_found', `There is no user with the email ${email}.`)
  return user
}
