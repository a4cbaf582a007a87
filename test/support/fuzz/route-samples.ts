import { randomUUID } from 'node:crypto'
import type { Route } from '#http/routes/route.ts'
import { SAMPLE_RELEASE, type SampleIds, type SampleNoun } from '../sample/sample-tenant.ts'

/*
 * A request for every route of the table, for the tests that walk them all. A route with a body needs an entry
 * in BODIES, and one with `{id}` a thing of its noun in the sample tenant.
 */

/** A body that each route with one takes. */
const BODIES: Record<string, (ids: SampleIds) => object> = {
  'POST /api/v1/auth/login': () => ({ email: 'nobody@example.com', password: 'x' }),
  'POST /api/v1/auth/password': () => ({ current_password: 'x', new_password: 'a good new phrase' }),
  'POST /api/v1/auth/single-sign-on/code': () => ({ code: '123456' }),
  'POST /api/v1/auth/two-factor/setup': () => ({ password: 'x' }),
  'POST /api/v1/auth/two-factor/enable': () => ({ code: '123456' }),
  'POST /api/v1/auth/two-factor/disable': () => ({ password: 'x' }),
  'POST /api/v1/auth/two-factor/recovery-codes': () => ({ password: 'x' }),
  'PATCH /api/v1/auth/me': () => ({ name: 'Ada' }),
  'POST /api/v1/setup': () => ({ organization: 'x', email: 'nobody@example.com', password: 'x' }),
  'POST /api/v1/auth/invitation': () => ({ token: 'x' }),
  'POST /api/v1/auth/accept-invitation': () => ({ token: 'x', password: 'a good new phrase' }),
  'POST /api/v1/auth/password-reset': () => ({ email: 'nobody@example.com' }),
  'POST /api/v1/auth/password-reset/confirm': () => ({ token: 'x', password: 'a good new phrase' }),
  'POST /api/v1/members': () => ({ email: `${randomUUID()}@example.com`, role: 'member' }),
  'PATCH /api/v1/members/{id}': () => ({ role: 'member' }),
  'PATCH /api/v1/me/notifications': () => ({ regression: true }),
  'POST /api/v1/projects': () => ({ name: 'new' }),
  'PATCH /api/v1/projects/{id}/releases/{version}': () => ({ hidden: true }),
  'PATCH /api/v1/projects/{id}': () => ({ name: 'renamed' }),
  'PATCH /api/v1/projects/{id}/intake': () => ({ filters: { crawlers: true } }),
  'POST /api/v1/projects/{id}/scrubbing-test': () => ({ sample: 'token=abc' }),
  'POST /api/v1/projects/{id}/grouping-preview': () => ({ fingerprint_rules: 'type:* -> {{ type }}' }),
  'POST /api/v1/projects/{id}/dsn-keys': () => ({}),
  'PATCH /api/v1/dsn-keys/{id}': () => ({ hourly_cap: 100 }),
  'PATCH /api/v1/issues/{id}': () => ({ status: 'resolved' }),
  'POST /api/v1/issues/{id}/snooze': () => ({ mode: 'hours' }),
  'PATCH /api/v1/issues/bulk': ({ issues }) => ({ ids: [issues], action: 'resolve' }),
  'DELETE /api/v1/issues/bulk': ({ issues }) => ({ ids: [issues], action: 'delete' }),
  'POST /api/v1/issues/merge': ({ issues, 'merge-candidates': other }) => ({
    canonical_id: issues,
    merge_ids: [other],
  }),
  'POST /api/v1/issues/split': ({ issues, 'merge-candidates': other }) => ({
    canonical_id: issues,
    split_ids: [other],
  }),
  'POST /api/v1/issues/{id}/claim': () => ({ minutes: 5 }),
  'POST /api/v1/agent/issues/{id}/claim': () => ({ minutes: 5 }),
  'POST /api/v1/issues/{id}/comments': () => ({ body: 'Seen this before.' }),
  'POST /api/v1/views': ({ projects }) => ({ name: `view ${randomUUID()}`, project_id: projects }),
  'PATCH /api/v1/views/{id}': () => ({ window: '30d' }),
  'PATCH /api/v1/alerts/{id}': () => ({ read: true }),
  'POST /api/v1/alerts/read-all': () => ({}),
  'POST /api/v1/alert-rules': ({ projects }) => ({
    project_id: projects,
    name: 'new rule',
    kind: 'velocity',
    window_minutes: 5,
    threshold: { type: 'count', value: 10 },
  }),
  'POST /api/v1/alert-rules/preview': ({ projects }) => ({
    project_id: projects,
    kind: 'velocity',
    window_minutes: 5,
    threshold: { type: 'count', value: 10 },
  }),
  'PATCH /api/v1/alert-rules/{id}': () => ({ name: 'renamed rule' }),
  'POST /api/v1/auth/dashboard-errors': () => ({ message: 'Error: x', stack: '', path: '/issues' }),
  'POST /api/v1/webhooks': ({ projects }) => ({
    project_id: projects,
    url: 'https://192.0.9.1/hook',
    format: 'generic',
    events: ['regression'],
  }),
  'PATCH /api/v1/webhooks/{id}': () => ({ format: 'chat_a' }),
  'PATCH /api/v1/organization': () => ({ name: 'Renamed', requires_two_factor: false }),
  'POST /api/v1/agent-tokens': () => ({ label: 'new', scopes: ['read:agent'] }),
  'PATCH /api/v1/agent/issues/{id}': () => ({ status: 'resolved' }),
  'POST /api/v1/agent/issues/{id}/snooze': () => ({ mode: 'hours' }),
  'POST /api/v1/issues/trends': ({ issues }) => ({ issue_ids: [issues] }),
}

/** Queries that name things of the organization, or that a route needs. */
const QUERIES: Record<string, (ids: SampleIds) => string> = {
  'GET /api/v1/issues': ({ projects }) => `?project_id=${projects}`,
  'GET /api/v1/alert-rules': ({ projects }) => `?project_id=${projects}`,
  'GET /api/v1/webhooks': ({ projects }) => `?project_id=${projects}`,
  'GET /api/v1/feedback': ({ projects }) => `?project_id=${projects}`,
  'GET /api/v1/search/values': () => '?key=release',
}

/** A request to make, with the ids of one tenant filled in. */
export interface SampleRequest {
  method: string
  path: string
  body: object | undefined
}

/** `PATCH /api/v1/issues/{id}`. */
export function addressOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** A valid request of a route that names things of the tenant with these ids. */
export function sampleRequest(route: Route, ids: SampleIds): SampleRequest {
  const path = route.path
    .replace(/([\w-]+)\/\{id\}/, (_, noun: SampleNoun) => `${noun}/${idOf(route, noun, ids)}`)
    .replace('{version}', SAMPLE_RELEASE)
  const query = QUERIES[addressOf(route)]?.(ids) ?? ''
  return { method: route.method, path: path + query, body: bodyOf(route, ids) }
}

function idOf(route: Route, noun: SampleNoun, ids: SampleIds): string {
  const id = ids[noun]
  if (!id) throw new Error(`${addressOf(route)} needs a thing of the noun ${noun} in sample-tenant.ts`)
  return id
}

function bodyOf(route: Route, ids: SampleIds): object | undefined {
  if (!route.schemas.body) return undefined
  const body = BODIES[addressOf(route)]
  if (!body) throw new Error(`${addressOf(route)} needs a sample body in route-samples.ts`)
  return body(ids)
}
