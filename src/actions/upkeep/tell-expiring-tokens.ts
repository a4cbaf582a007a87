import { tokenExpiryNotice } from '#domain/notify/mail-text.ts'
import type { GoesOn } from '#platform/background.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { listExpiringTokens, noteExpiryTold } from '#storage/account/expiring-token.ts'
import type { ActionDeps } from '../action-deps.ts'

const AT_ONCE = 100

export interface ExpiryDeps extends ActionDeps {
  /** Null if no mail server is set. */
  mailer: Pick<Mailer, 'send'> | null
}

/** Mails the creators of tokens that end within a week. One that can't be mailed holds up none of the others, and is tried again in
 * the next round. @throws the first failure, after all were tried */
export async function tellExpiringTokens(
  { database, clock, mailer }: ExpiryDeps,
  goesOn: GoesOn,
): Promise<void> {
  if (!mailer) return
  const failures: unknown[] = []
  for (let after = ''; ; ) {
    const tokens = await listExpiringTokens(database.queries, clock(), { after, limit: AT_ONCE })
    for (const token of tokens) {
      if (!(await goesOn())) return
      after = token.id
      try {
        await mailer.send({ to: token.email, ...tokenExpiryNotice(token) })
        await noteExpiryTold(database.serviceScope(token), token.id, clock())
      } catch (error) {
        failures.push(error)
      }
    }
    if (tokens.length < AT_ONCE) break
  }
  if (failures.length > 0) throw failures[0]
}
