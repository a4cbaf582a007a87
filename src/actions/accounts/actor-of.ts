import type { Actor } from '../action-deps.ts'
import type { Principal } from './principal.ts'
import type { Writer } from './write-as-member.ts'

export function actorOf(writer: Principal): Actor & { id: string }
export function actorOf(writer: Writer): Actor
export function actorOf(writer: Writer): Actor {
  if (writer.kind === 'service') return { kind: 'system', id: null }
  return writer.kind === 'token'
    ? { kind: 'token', id: writer.token.id }
    : { kind: 'user', id: writer.userId }
}
