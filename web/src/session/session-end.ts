import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/account/session.ts'

/** What the end of a session interrupted, and whose it was. */
interface Interrupted {
  userId: string
  /** What was being done, as in `Resolving issue…`. */
  text: string
  run: () => void
}

let ended = false
let userId: string | undefined
let interrupted: Interrupted | undefined

/** The session of the signed-in reader has ended. */
export function noteSessionEnd(queryClient: QueryClient): void {
  userId = queryClient.getQueryData(sessionQuery.queryKey)?.user.id ?? userId
  ended = userId !== undefined
}

export function hasSessionEnded(): boolean {
  return ended
}

/** Keeps what the server did not do because the session had ended, until the same person is back. */
export function keepInterrupted(text: string, run: () => void): void {
  if (userId !== undefined) interrupted = { userId, text, run }
}

/** The interrupted work of `signedInAs`; returned once. */
export function takeInterrupted(signedInAs: string): Interrupted | undefined {
  const kept = interrupted?.userId === signedInAs ? interrupted : undefined
  interrupted = undefined
  ended = false
  return kept
}
