import { tokenExpiryNotice } from '#domain/notify/mail-text.ts'
import { eachOnItsOwn, type GoesOn, itemsOf } from '#platform/background.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { type ExpiringToken, listExpiringTokens, noteExpiryTold } from '#storage/account/expiring-token.ts'
import type { ActionDeps } from '../action-deps.ts'

const AT_ONCE = 100

export interface ExpiryDeps extends ActionDeps {
  /** Null if no mail server is set. */
  mailer: Pick<Mailer, 'send'> | null
}

/** Mails the creators of tokens that end within a week. One that can't be mailed holds up none of the others, and is tried
 * again in the next round. @throws the first failure, after all were tried */
export async function tellExpiringTokens(
  { database, clock, mailer }: ExpiryDeps,
  goesOn: GoesOn,
): Promise<void> {
  if (!mailer) return
  const now = clock()
  const tokens = itemsOf<ExpiringToken>(AT_ONCE, (after) => listExpiringTokens(database.queries, now, after))
  await eachOnItsOwn(tokens, async (token) => {
    if (!(await goesOn())) return false
    await mailer.send({ to: token.email, ...tokenExpiryNotice(token) })
    await noteExpiryTold(database.serviceScope(token), token.id, clock())
    return true
  })
}
