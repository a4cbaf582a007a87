import { email as emailSchema } from '#contract/auth.ts'
import { ROLES, type Role } from '#contract/vocabulary.ts'
import { addMember } from '#http/auth/add-member.ts'
import { PasswordHasher } from '#http/auth/password-hasher.ts'
import { newPasswordLink } from '#http/auth/password-link.ts'
import { requireGoodPassword } from '#http/auth/password-rule.ts'
import { COMMAND_LINE_ACTOR } from '#http/auth/record-act.ts'
import { systemClock } from '#platform/clock.ts'
import { recordAudit } from '#storage/audit-entry.ts'
import type { Database, OrgKey } from '#storage/database.ts'
import { listOrganizations } from '#storage/org.ts'
import { type CommandContext, UsageError } from './command-context.ts'
import { printLink } from './print-link.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

/** `user create`: a member with a password, or the link of an invitation; also while the service runs. */
export async function createUserCommand(context: CommandContext): Promise<void> {
  const request = readRequest(context.args)
  await withDatabase(context, async (database) => {
    const org = await chooseOrganization(database, request.org)
    const { link, ...access } = await accessOf(request.password)
    const { email, name, role } = request
    const at = systemClock()
    await database.inOrg(org, async (scope) => {
      const member = await addMember(scope, { email, name, role, ...access, createdAt: at })
      await recordAudit(scope, {
        at,
        actor: COMMAND_LINE_ACTOR,
        ip: '',
        action: link ? 'member.invited' : 'member.created',
        target: { kind: 'member', id: member.userId, name: name || email },
        details: { role },
      })
    })
    process.stdout.write(`Made ${role} ${email} of ${org.name}.\n`)
    if (link) printLink(context.config, link)
  })
}

interface UserRequest {
  email: string
  name: string
  role: Role
  org: string | undefined
  password: string | undefined
}

function readRequest(args: string[]): UserRequest {
  const { role, name, org, password, ...rest } = readOptions(args, [
    'email',
    'role',
    'name',
    'org',
    'password',
  ])
  const email = emailSchema.safeParse(rest.email ?? '')
  const known = ROLES.find((candidate) => candidate === role)
  if (!email.success || !known) {
    throw new UsageError(
      `user create needs --email with an address and --role with one of ${ROLES.join(', ')}.`,
    )
  }
  return { email: email.data, name: name?.trim() ?? '', role: known, org, password }
}

async function accessOf(password: string | undefined) {
  if (password === undefined) {
    const link = newPasswordLink('invitation', systemClock(), 'none')
    return { link, access: { invitation: link } }
  }
  requireGoodPassword(password)
  return { link: null, access: { passwordHash: await new PasswordHasher().hash(password) } }
}

/** The organization with this name or id; without either, the only one there is. */
async function chooseOrganization(
  database: Database,
  asked: string | undefined,
): Promise<OrgKey & { name: string }> {
  const all = await listOrganizations(database.queries)
  const fitting = all.filter(({ name, orgUid }) => asked === undefined || asked === name || asked === orgUid)
  const [org, ...others] = fitting
  if (org && others.length === 0) return org
  const known = all.map(({ name, orgUid }) => `${name} (${orgUid})`).join(', ') || 'none'
  throw new UsageError(`Say by --org with a name or id which organization it is for. There are: ${known}.`)
}
