import { type RawAnswer, sendRaw } from './raw-request.ts'

/** Requests below `/api/v1/auth/` of the server at an origin, signed in only by the headers given. */
export function authPost(origin: () => string) {
  return (path: string, body: object, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    sendRaw(origin(), {
      path: `/api/v1/auth/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
}
