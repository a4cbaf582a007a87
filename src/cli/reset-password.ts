import { PasswordHasher } from '#http/auth/password-hasher.ts'
import { newPasswordLink } from '#http/auth/password-link.ts'
import { requireGoodPassword } from '#http/auth/password-rule.ts'
import { COMMAND_LINE_ACTOR } from '#http/auth/record-act.ts'
import { systemClock } from '#platform/clock.ts'
import { type AuditAct, recordAudit } from '#storage/audit-entry.ts'
import { findUserByEmail } from '#storage/credentials.ts'
import { deletePasswordLinks, insertPasswordLink } from '#storage/password-link.ts'
import type { OrgScope } from '#storage/scope.ts'
import { deleteSessions } from '#storage/session.ts'
import { updatePasswordHash } from '#storage/user.ts'
import { type CommandContext, UsageError } from './command-context.ts'
import { printLink } from './print-link.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

/**
 * `user reset-password`: prints a link that sets a password, or sets the given one and ends all sessions; also
 * while the service runs.
 */
export async function resetPasswordCommand(context: CommandContext): Promise<void> {
  const { email, password } = readOptions(context.args, ['email', 'password'])
  if (!email) throw new UsageError('user reset-password needs --email.')
  await withDatabase(context, async (database) => {
    const user = await findUserByEmail(database.queries, email.trim().toLowerCase())
    if (!user) throw new UsageError(`There is no user with the email ${email}.`)
    const target = { kind: 'member', id: user.userId, name: email } as const
    if (password === undefined) {
      const link = newPasswordLink('password_reset', systemClock(), 'none')
      await database.inOrg(user, async (scope) => {
        await insertPasswordLink(scope, user.userId, link)
        await note(scope, { action: 'member.reset_link_created', target })
      })
      printLink(context.config, link)
      return
    }
    requireGoodPassword(password)
    const passwordHash = await new PasswordHasher().hash(password)
    await database.inOrg(user, async (scope) => {
      await updatePasswordHash(scope, user.userId, passwordHash)
      await deletePasswordLinks(scope, user.userId)
      const ended = await deleteSessions(scope, user.userId)
      await note(scope, { action: 'password.reset', target, details: { sessions_ended: ended } })
    })
    process.stdout.write(`Set the password of ${email}; their sessions were ended.\n`)
  })
}

async function note(scope: OrgScope, act: AuditAct): Promise<void> {
  await recordAudit(scope, { ...act, at: systemClock(), actor: COMMAND_LINE_ACTOR, ip: '' })
}
