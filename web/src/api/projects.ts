import { queryOptions } from '@tanstack/react-query'
import { queryString, request } from './client.ts'
import type { CreatedProject, DsnKey, IssuePage, Project } from './wire.ts'

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) =>
    (await request<{ projects: Project[] }>('GET', '/api/v1/projects', { signal })).projects,
  staleTime: 60_000,
})

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => request<Project>('GET', `/api/v1/projects/${id}`, { signal }),
    staleTime: 60_000,
  })
}

export function keysQuery(projectId: string) {
  return queryOptions({
    queryKey: ['keys', projectId],
    queryFn: async ({ signal }) =>
      (await request<{ keys: DsnKey[] }>('GET', `/api/v1/projects/${projectId}/dsn-keys`, { signal })).keys,
    staleTime: 15_000,
  })
}

/** The latest issue of a project, asked again every second until there is one. */
export function firstIssueQuery(projectId: string) {
  return queryOptions({
    queryKey: ['first-issue', projectId],
    queryFn: async ({ signal }) => {
      const query = queryString({ project_id: projectId, window: '24h', limit: 1 })
      const page = await request<IssuePage>('GET', `/api/v1/issues${query}`, { signal })
      return page.issues[0] ?? null
    },
    refetchInterval: (query) => (query.state.data ? false : 1000),
    staleTime: 0,
  })
}

export interface NewProject {
  name: string
  platform?: string
}

/** The answer's first key carries its secret; no later answer does. */
export function createProject(project: NewProject): Promise<CreatedProject> {
  return request('POST', '/api/v1/projects', { body: project })
}

/** The answer carries the secret; no later answer does. */
export function createKey(projectId: string, label: string): Promise<DsnKey> {
  return request('POST', `/api/v1/projects/${projectId}/dsn-keys`, { body: { label } })
}

export function revokeKey(keyId: string): Promise<{ revoked: boolean }> {
  return request('POST', `/api/v1/dsn-keys/${keyId}/revoke`)
}

/** Sends one event the way an SDK would, through the public key, to this server itself. */
export function sendTestEvent(key: DsnKey): Promise<{ id: string }> {
  const body = {
    platform: 'javascript',
    level: 'error',
    environment: 'production',
    exception: {
      values: [{ type: 'TestError', value: 'Hello from Errata: this path works', stacktrace: TEST_STACK }],
    },
    tags: { source: 'setup page' },
  }
  return request('POST', `/api/${key.project_id}/store/?sentry_key=${key.public_key}`, { body })
}

const TEST_STACK = {
  frames: [
    {
      filename: 'setup/first-event.ts',
      function: 'sendFirstEvent',
      lineno: 3,
      colno: 9,
      in_app: true,
      pre_context: [
        'export function sendFirstEvent() {',
        '  // Nothing is broken: this is the test event you asked for.',
      ],
      context_line: "  throw new TestError('Hello from Errata: this path works')",
      post_context: ['}'],
    },
  ],
}
