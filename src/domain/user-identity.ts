import type { EventUser } from './event.ts'

/**
 * Who is counted as one affected user: `kind:value` of the first of id, email, username, ip; undefined when
 * the event names nobody. E-mail addresses are compared in lower case.
 */
export function userIdentity(user: EventUser): string | undefined {
  if (user.id !== null) return `id:${user.id}`
  if (user.email !== null) return `email:${user.email.toLowerCase()}`
  if (user.username !== null) return `username:${user.username}`
  return user.ip === null ? undefined : `ip:${user.ip}`
}
