import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/account/session.ts'

/** What the end of a session interrupted, and whose it was. */
interface Interrupted {
  userId: string
  /** What was being done, as in `Resolving issue…`. */
  text: string
  run: () => void
}

/** Whose session ended, and the address they were at. */
export interface SessionEnd {
  userId: string
  href: string
}

let end: SessionEnd | undefined
let interrupted: Interrupted | undefined

/** The session of the signed-in reader has ended. Reads that fail later, at the sign-in, don't move the address. */
export function noteSessionEnd(queryClient: QueryClient, href: string): void {
  const userId = queryClient.getQueryData(sessionQuery.queryKey)?.user.id
  if (userId !== undefined) end = { userId, href }
}

/** The end of the session; undefined while it goes on. */
export function sessionEnd(): SessionEnd | undefined {
  return end
}

/** Keeps what the server did not do because the session had ended, until the same person is back. */
export function keepInterrupted(text: string, run: () => void): void {
  if (end !== undefined) interrupted = { userId: end.userId, text, run }
}

/** The interrupted work of `signedInAs`; returned once. */
export function takeInterrupted(signedInAs: string): Interrupted | undefined {
  const kept = interrupted?.userId === signedInAs ? interrupted : undefined
  interrupted = undefined
  end = undefined
  return kept
}
