import { type SessionEnd, sessionEnd } from './session-end.ts'

/** What one person had entered at one address and not saved, by the name of its form or state. */
interface UnsavedWork extends SessionEnd {
  parts: Map<string, unknown>
}

export const SESSION_HAD_ENDED = 'Not saved, because your session had ended. Your changes are still here.'

let work: UnsavedWork | undefined

/** Keeps what the end of the session removes from the screen. While the session goes on, nothing is kept. */
export function keepWork(name: string, part: unknown): void {
  const end = sessionEnd()
  if (end === undefined) return
  if (!belongsTo(end)) work = { ...end, parts: new Map() }
  work?.parts.set(name, part)
}

/** What this person had entered at this address. Another person gets nothing, and it is forgotten. */
export function keptWork(name: string, at: SessionEnd): unknown {
  if (work !== undefined && work.userId !== at.userId) work = undefined
  return belongsTo(at) ? work?.parts.get(name) : undefined
}

/** It is on the screen again. */
export function dropWork(name: string): void {
  work?.parts.delete(name)
}

function belongsTo({ userId, href }: SessionEnd): boolean {
  return work?.userId === userId && work.href === href
}
