import type { ApiClient } from '../../test/support/client/api-client.ts'
import { post } from './post.ts'

interface Person {
  id: string
}

/** People, tokens, views, assignments, comments, a merged family: what several do together. */
export async function seedTeam(client: ApiClient, issues: Record<string, string>): Promise<void> {
  const password = 'seven quiet herons wade'
  const add = (email: string, role: string, rest: object) =>
    post<Person>(client, '/api/v1/members', { email, role, ...rest })
  const grace = await add('grace@acme.example.com', 'admin', { name: 'Grace Hopper', password })
  await add('linus@acme.example.com', 'member', { name: 'Linus Pauling', password })
  await add('emmy.noether@acme.example.com', 'member', {})
  for (const [label, scopes] of [
    ['Nightly triage', ['read:agent', 'write:triage']],
    ['Dashboard on the wall', ['read:agent']],
  ] as const) {
    await post(client, '/api/v1/agent-tokens', { label, scopes })
  }
  const retired = await post<{ token: { id: string } }>(client, '/api/v1/agent-tokens', {
    label: 'Migration of 2025',
    scopes: ['write:admin'],
  })
  await post(client, `/api/v1/agent-tokens/${retired.token.id}/revoke`, undefined)
  const views = [
    { name: 'Unassigned in production', query: 'is:unresolved env:production assigned:none', window: '24h' },
    { name: 'Mine', query: 'is:unresolved assigned:me' },
    { name: 'Loudest this month', query: '', window: '30d', sort: 'events_desc', visibility: 'shared' },
  ]
  for (const view of views) await post(client, '/api/v1/views', view)
  const merged = { canonical_id: issues.chunk, merge_ids: [issues['chunk-admin'], issues['chunk-css']] }
  await post(client, '/api/v1/issues/merge', merged)
  await client.request('PATCH', `/api/v1/issues/${issues.pay}`, { assignee_id: grace.id })
  await client.request('PATCH', `/api/v1/issues/${issues.chunk}`, { assignee_id: grace.id })
  await post(client, `/api/v1/issues/${issues.chunk}/comments`, {
    body: 'Only after a deploy: old pages ask for chunks that are gone.\n\nWe should keep the last three builds on the CDN.',
  })
}
