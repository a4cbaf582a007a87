import type { AuditAction } from '#contract/account/audit.ts'
import type { JsonObject } from '#domain/json/json.ts'
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
  await noteRelease(deps, by, {
    version,
    action: 'release.deployed',
    details: { environment, ...(name && { name }) },
  })
}

export interface ReleaseCommits {
  version: string
  /** Their IDs, newest first. */
  commits: readonly string[]
}

export async function noteCommits(
  deps: ActionDeps,
  by: Acting,
  { version, commits }: ReleaseCommits,
): Promise<void> {
  const details = { commits: commits.length, newest: commits[0]! }
  await noteRelease(deps, by, { version, action: 'release.commits_named', details })
}

interface ReleaseNote {
  version: string
  action: AuditAction
  details: JsonObject
}

async function noteRelease(
  deps: ActionDeps,
  by: Acting,
  { version, action, details }: ReleaseNote,
): Promise<void> {
  const target = { kind: 'release', id: version, name: version } as const
  await writeAsMember(deps, by, (scope) =>
    recordAct(scope, by, { at: deps.clock(), action, target, details }),
  )
}
