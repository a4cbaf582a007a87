import { hash } from 'node:crypto'
import type { EventUser } from './event.ts'

const USER_HASH_BYTES = 12

/** `kind:value` of the first of id, email (lower case), username, ip; undefined if the event names nobody. */
export function userIdentity(user: EventUser): string | undefined {
  if (user.id !== null) return `id:${user.id}`
  if (user.email !== null) return `email:${user.email.toLowerCase()}`
  if (user.username !== null) return `username:${user.username}`
  return user.ip === null ? undefined : `ip:${user.ip}`
}

/** People are told apart by the first bytes of a SHA-256 of `kind:value`; names are not kept there. */
export function userHash(identity: string): Buffer {
  return Buffer.from(hash('sha256', identity, 'hex').slice(0, USER_HASH_BYTES * 2), 'hex')
}
