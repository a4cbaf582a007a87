import type { QueryClient } from '@tanstack/react-query'
import { onCheckConnection, onLiveMessage, publishLive, setLiveState } from './live-updates.ts'
import { SharedConnection } from './shared-connection.ts'

/** What is shown of alerts, the number beside their link included, is read again when any of them changed. */
function followAlerts(queryClient: QueryClient): () => void {
  return onLiveMessage(({ kind }) => {
    if (kind === 'alerts' || kind === 'again') void queryClient.invalidateQueries({ queryKey: ['alerts'] })
  })
}

/** What could not be read while the server was away is read once it is back. */
function followFailures(queryClient: QueryClient): () => void {
  return onLiveMessage(({ kind }) => {
    if (kind !== 'again') return
    void queryClient.invalidateQueries({ queryKey: ['readiness'] })
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
}

/** Keeps the tab connected while it can be seen, until the returned function is called. */
export function startLive(queryClient: QueryClient): () => void {
  const leaves = [followAlerts(queryClient), followFailures(queryClient)]
  const connection = new SharedConnection({ onMessage: publishLive, onState: setLiveState })
  leaves.push(onCheckConnection(connection.check))
  connection.start()
  return () => {
    for (const leave of leaves) leave()
    connection.stop()
    setLiveState('starting')
  }
}
