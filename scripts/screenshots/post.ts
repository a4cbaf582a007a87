import type { ApiClient } from '../../test/support/client/api-client.ts'

/** What the service answers; throws if it refuses. */
export async function post<T>(client: ApiClient, path: string, body: unknown): Promise<T> {
  const answer = await client.request<T>('POST', path, body)
  if (answer.status < 300) return answer.body
  throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
}
