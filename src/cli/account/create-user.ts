import { byCommandLine } from '#actions/accounts/acting.ts'
import { makeMember } from '#actions/accounts/member/make-member.ts'
import { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import { newPasswordLink } from '#actions/accounts/password/link.ts'
import { requireGoodPassword } from '#actions/accounts/password/rule.ts'
import { newMember } from '#contract/account/member.ts'
import { fieldMessage } from '#contract/field-message.ts'
import { ROLES, type Role } from '#contract/vocabulary.ts'
import { systemClock } from '#platform/clock.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'
import { chooseOrganization } from './choose-organization.ts'
import { givenPassword } from './given-password.ts'
import { printLink } from './print-link.ts'

/** `user create`: a member with a password, or the link of an invitation; also while the service runs. */
export async function createUserCommand(context: CommandContext): Promise<void> {
  const { password: given, ...request } = readRequest(context.args)
  const password = given === undefined ? undefined : await givenPassword(given)
  await withDatabase(context, async (database) => {
    const org = await chooseOrganization(database, request.org)
    const { link, ...access } = await accessOf({ ...request, password }, org.name)
    const { email, name, role } = request
    const member = { email, name, role, ...access, createdAt: systemClock() }
    await makeMember({ database }, byCommandLine(org), member)
    process.stdout.write(`Created ${role} ${email} in ${org.name}.\n`)
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
  const options = readOptions(args, ['email', 'role', 'name', 'org', 'password'])
  const { org, password, ...given } = options
  const member = newMember.safeParse(given, { error: fieldMessage })
  if (member.success) return { name: '', ...member.data, org, password }
  const [problem] = member.error.issues
  throw new UsageError(
    problem?.path[0] === 'name'
      ? `--name is not valid. ${problem.message}`
      : `user create needs --email with an address and --role with one of ${ROLES.join(', ')}.`,
  )
}

async function accessOf({ password, email, name }: UserRequest, organization: string) {
  if (password === undefined) {
    const link = newPasswordLink('invitation', systemClock(), 'none')
    return { link, access: { invitation: link } }
  }
  await requireGoodPassword(password, { email, name, organization })
  return { link: null, access: { passwordHash: await new PasswordHasher().hash(password) } }
}
