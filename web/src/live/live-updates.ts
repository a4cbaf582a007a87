import { useSyncExternalStore } from 'react'
import type { StreamMessage } from '../api/wire.ts'

/** A message of the stream, or `again`: something may have been missed, read again what is on screen. */
export type LiveMessage = StreamMessage | { kind: 'again' }

/** `polling`: the stream is rejected or broken, and the page polls; `offline`: nothing responds. */
export type LiveState = 'starting' | 'live' | 'polling' | 'offline'

type Listener = (message: LiveMessage) => void

let state: LiveState = 'starting'
const stateListeners = new Set<() => void>()
const messageListeners = new Set<Listener>()

export function setLiveState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

let heardAt = 0

export function publishLive(message: LiveMessage): void {
  heardAt = Date.now()
  for (const listener of messageListeners) listener(message)
}

/** Hears every message of the one connection this tab has, until the returned function is called. */
export function onLiveMessage(listener: Listener): () => void {
  messageListeners.add(listener)
  return () => messageListeners.delete(listener)
}

/** When the last message came, epoch ms; 0 for none. A new listener may have missed it. */
export function lastHeardAt(): number {
  return heardAt
}

const checkListeners = new Set<() => void>()

/** A request got no answer: the connection's keeper checks whether the server is there. */
export function checkConnection(): void {
  for (const listener of checkListeners) listener()
}

export function onCheckConnection(listener: () => void): () => void {
  checkListeners.add(listener)
  return () => checkListeners.delete(listener)
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state)
}
