import { listOrganizations, type NamedOrg } from '#actions/accounts/organizations.ts'
import type { Database } from '#storage/engine/database.ts'
import { UsageError } from '../command-context.ts'

export async function chooseOrganization(database: Database, asked: string | undefined): Promise<NamedOrg> {
  const all = await listOrganizations({ database })
  const fitting = all.filter(({ name, orgUid }) => asked === undefined || asked === name || asked === orgUid)
  const [org, ...others] = fitting
  if (org && others.length === 0) return org
  const known = all.map(({ name, orgUid }) => `${name} (${orgUid})`).join(', ') || 'none'
  throw new UsageError(
    `Choose the organization with --org and its name or ID. Known organizations: ${known}.`,
  )
}
