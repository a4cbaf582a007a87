import { listOrganizations as listRows, organizationMadeAt as readMadeAt } from '#storage/account/org.ts'
import type { OrgKey } from '#storage/engine/scope.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

export interface NamedOrg extends OrgKey {
  name: string
}

export function listOrganizations({ database }: Pick<ActionDeps, 'database'>): Promise<NamedOrg[]> {
  return listRows(database.queries)
}

export function organizationMadeAt(deps: ActionDeps, org: Org): Promise<number> {
  return readMadeAt(deps.database.scope(org))
}
