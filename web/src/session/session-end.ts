import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/account/session.ts'

/** What the end of a session interrupted, and whose it was. */
interface Interrupted {
  userId: string
  /** What was being done, as in `Resolving issue…`. */
  text: string
  run: () => void
}

/** What someone had typed into a form and not saved. */
interface Typed {
  userId: string
  /** Address of the screen. */
  href: string
  fields: FormData
}

let ended = false
let userId: string | undefined
let interrupted: Interrupted | undefined
let typed: Typed | undefined

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

/** Keeps what a form holds if the end of the session closes it. */
export function keepTyped(href: string, fields: FormData): void {
  if (ended && userId !== undefined) typed = { userId, href, fields }
}

/** What `signedInAs` had typed at this address; returned once. */
export function takeTyped(href: string, signedInAs: string): FormData | undefined {
  if (typed?.href !== href) return undefined
  const kept = typed.userId === signedInAs ? typed.fields : undefined
  typed = undefined
  return kept
}
