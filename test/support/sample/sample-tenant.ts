import { randomUUID } from 'node:crypto'
import { insertSavedView } from '#storage/search/saved-view.ts'
import type { ApiClient } from '../client/api-client.ts'
import { type SeedProject, seedIssue } from '../database/seed.ts'
import { seedAlert } from '../database/seed-alert.ts'
import { seedDeadLetter } from '../database/seed-dead-letter.ts'
import type { ApiServer, TestUser } from '../server/api-server.ts'

/** The path before `{id}`. */
export type SampleNoun =
  | 'issues'
  | 'events'
  | 'projects'
  | 'dsn-keys'
  | 'sessions'
  | 'alerts'
  | 'alert-rules'
  | 'comments'
  | 'views'
  | 'agent-tokens'
  | 'dead-letters'
  | 'webhooks'
  | 'deliveries'
  | 'members'

/** `merge-candidates` is only in bodies: a second issue of the same project. */
export type SampleIds = Record<SampleNoun | 'merge-candidates', string>

/** One of everything in an organization. */
export interface SampleThings {
  ids: SampleIds
  /** Public and secret part of its DSN key. */
  dsn: [string, string]
  /** Words in its data and in nobody else's. */
  marks: string[]
}

/** A release that events of every sample tenant name, for paths with `{version}`. */
export const SAMPLE_RELEASE = '1.0'

/** An organization with one of everything. */
export interface SampleTenant extends SampleThings {
  owner: TestUser
  orgUid: string
  /** Signed in as the Owner. */
  client: ApiClient
}

/** Makes one, by default with an Owner of its own. */
export async function sampleTenant(server: ApiServer, given?: TestUser): Promise<SampleTenant> {
  const owner = given ?? (await server.newOwner())
  const client = await server.signIn(owner)
  const { org } = await client.get<{ org: { id: string } }>('/api/v1/auth/me')
  const tenant = { owner, client, orgUid: org.id }
  return { ...tenant, ...(await sampleThings(server, tenant)) }
}

/** Makes one more of everything in an organization. */
export async function sampleThings(
  server: ApiServer,
  { owner, client, orgUid }: Pick<SampleTenant, 'owner' | 'client' | 'orgUid'>,
): Promise<SampleThings> {
  const { orgId } = owner
  const make = async <T>(path: string, body: object) => (await client.request<T>('POST', path, body)).body
  const made = await client.createProject(`project-of-${orgId}`)
  const eventId = randomUUID()
  const project = { orgId, orgUid, projectId: made.number, projectUid: made.id }
  const [release, title] = [`release-of-${orgId}`, `Error: title-of-${orgId}`]
  const event = { at: Date.now(), eventId, release, environment: release, payload: { message: title } }
  const issue = await seedIssue(server.database, { project, title, events: [event] })
  const candidate = { ...event, eventId: randomUUID(), release: SAMPLE_RELEASE }
  const second = await seedIssue(server.database, { project, title: `${title} 2`, events: [candidate] })
  const list = await client.get<{ sessions: { id: string }[] }>('/api/v1/auth/sessions')
  const note = { body: `note-of-${orgId}` }
  const comment = await make<{ id: string }>(`/api/v1/issues/${issue.uid}/comments`, note)
  const newToken = { label: `token-of-${orgId}`, scopes: ['read:agent'] }
  const { token } = await make<{ token: { id: string } }>('/api/v1/agent-tokens', newToken)
  const invited = { email: `${randomUUID()}@example.com`, role: 'member' }
  const { rules } = await client.get<{ rules: { id: string }[] }>(`/api/v1/alert-rules?project_id=${made.id}`)
  await seedDeadLetter(server.database, project, issue.id)
  const letters = await client.get<{ dead_letters: { id: string }[] }>('/api/v1/dead-letters?limit=1')
  const hook = await sampleWebhook(client, made.id, `hook-of-${orgId}`)
  const [key] = made.keys
  const view = await sampleView(server, owner, project)
  const ids: SampleIds = {
    members: (await make<{ id: string }>('/api/v1/members', invited)).id,
    issues: issue.uid,
    'merge-candidates': second.uid,
    events: eventId,
    projects: made.id,
    'dsn-keys': key!.id,
    sessions: list.sessions[0]!.id,
    alerts: await seedAlert(server.database, project, { issueId: issue.id }),
    'alert-rules': rules[0]!.id,
    comments: comment.id,
    views: view.id,
    'agent-tokens': token.id,
    'dead-letters': letters.dead_letters[0]!.id,
    ...hook.ids,
  }
  const words = [
    release,
    title,
    made.name,
    note.body,
    view.name,
    hook.url,
    newToken.label,
    owner.email,
    invited.email,
    orgUid,
  ]
  return {
    ids,
    dsn: [key!.public_key, key!.secret_key!],
    marks: [...words, key!.public_key, ...Object.values(ids)],
  }
}

/** A shared view, beside any number of others. */
async function sampleView({ database, clock }: ApiServer, owner: TestUser, project: SeedProject) {
  const name = `view-of-${owner.orgId} ${randomUUID()}`
  const scope = { db: database.queries, orgId: owner.orgId, orgUid: project.orgUid }
  const columns = { name, query: 'is:unresolved', time_window: '7d', sort: 'events_desc' } as const
  const whose = { user_id: null, author_id: owner.userId, project_id: project.projectId, created_at: clock() }
  return { name, id: await insertSavedView(scope, { ...columns, ...whose }) }
}

/** A webhook with a delivery that nobody sends. */
async function sampleWebhook(client: ApiClient, projectId: string, path: string) {
  const url = `https://192.0.9.1/${path}`
  const body = { project_id: projectId, url, format: 'generic', events: ['regression'] }
  const made = await client.request<{ id: string }>('POST', '/api/v1/webhooks', body)
  const { id } = made.body
  const sent = await client.request<{ delivery_id: string }>('POST', `/api/v1/webhooks/${id}/test`)
  return { url, ids: { webhooks: id, deliveries: sent.body.delivery_id } }
}
