import { type Acting, recordAct } from '../accounts/acting.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps } from '../action-deps.ts'

export interface Deploy {
  version: string
  environment: string
  name?: string | null | undefined
}

export async function noteDeploy(
  deps: ActionDeps,
  by: Acting,
  { version, environment, name }: Deploy,
): Promise<void> {
  const target = { kind: 'release', id: version, name: version } as const
  const details = { environment, ...(name && { name }) }
  await writeAsMember(deps, by, (scope) =>
    recordAct(scope, by, { at: deps.clock(), action: 'release.deployed', target, details }),
  )
}
