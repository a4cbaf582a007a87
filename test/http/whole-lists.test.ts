import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { AGENT_LIMITS, LIMITS, QUOTAS } from '#contract/limits.ts'
import { apiRoutes } from '#http/routes/routes.ts'
import { addressOf } from '../support/fuzz/route-samples.ts'
import { schemaMembers } from '../support/fuzz/schema-members.ts'

/*
 * A list without pages is read, written as JSON and sent in one go, by the thread that all organizations share: how
 * long it can get must not be the choice of who asks for it. The limits themselves: projects/how-many.
 */
/** What there can be. */
const BOUNDS: Record<string, number> = {
  'GET /api/v1/projects': QUOTAS.projectsPerOrg,
  'GET /api/v1/stats/projects': QUOTAS.projectsPerOrg,
  'GET /api/v1/members': QUOTAS.membersPerOrg,
  'GET /api/v1/auth/sessions': QUOTAS.sessionsPerUser,
  'GET /api/v1/agent-tokens': QUOTAS.tokensPerOrg + QUOTAS.revokedShown,
  'GET /api/v1/projects/{id}/dsn-keys': QUOTAS.keysPerProject + QUOTAS.revokedShown,
  'GET /api/v1/views': QUOTAS.ownViews + QUOTAS.sharedViewsPerOrg,
  'GET /api/v1/alert-rules': QUOTAS.rulesPerOrg + QUOTAS.projectsPerOrg,
  'GET /api/v1/webhooks': QUOTAS.webhooksPerOrg,
}
/** What is read of more. */
const READ: Record<string, number> = {
  'GET /api/v1/events/{id}/feedback': 1000,
  'GET /api/v1/issues/{id}/timeline': 3650,
  'GET /api/v1/issues/{id}/tags': 100,
  'GET /api/v1/issues/{id}/grouping': 500,
  'GET /api/v1/stats/fixes': AGENT_LIMITS.fixesCounted,
  'GET /api/v1/projects/{id}/usage': 1000,
  'GET /api/v1/me/notifications': QUOTAS.mutedProjects,
  'GET /api/v1/agent/whoami': 3,
  'GET /api/v1/issues/{id}/activity': 200,
  'GET /api/v1/issues/{id}/suspect-commits': 5,
  'GET /api/v1/issues/{id}/merged': LIMITS.mergedIssuesShown,
  'GET /api/v1/issues/{id}/releases': 1000,
  'GET /api/v1/projects/{id}/ingest-attempts': 20,
  'GET /api/v1/projects/{id}/release-files': 1000,
  'GET /api/v1/projects/{id}/release-files/by-debug-id': 10_000,
  'GET /api/v1/projects/{id}/releases': 1000,
  'GET /api/v1/projects/{id}/releases/{version}/files': 10_000,
}
/** What one event holds, which is bounded when it is taken, or one context of so many characters. */
const OF_ONE_THING: Record<string, number> = {
  'GET /api/v1/events/{id}': 1,
  'GET /api/v1/issues/{id}/events/latest': 1,
  'GET /api/v1/issues/{id}/context': 1,
  'GET /api/v1/agent/issues/{id}/context': 1,
}

const lists = apiRoutes().filter(({ method, schemas }) => {
  return method === 'GET' && listsOf(schemas.answer).length > 0 && !membersOf(schemas.query).includes('limit')
})

describe('lists without pages', () => {
  it.each(lists.map((route) => [addressOf(route), route] as const))('%s has a bound', (address) => {
    expect({ ...BOUNDS, ...READ, ...OF_ONE_THING }[address] ?? `a bound of ${address}`).toBeLessThanOrEqual(
      10_000,
    )
  })
})

function membersOf(schema: z.ZodType | undefined): string[] {
  return schema ? Object.keys(schemaMembers(schema, 'input')) : []
}

/** Names of the members of an answer that hold a list of things. */
function listsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return []
  const members = Object.entries(schemaMembers(schema, 'output'))
  return members.filter(([, { type }]) => type === 'array').map(([name]) => name)
}
