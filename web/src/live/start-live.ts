import type { QueryClient } from '@tanstack/react-query'
import { onCheckConnection, onLiveMessage, publishLive, setLiveState } from './live-updates.ts'
import { ReadAgain } from './read-again.ts'
import { SharedConnection } from './shared-connection.ts'

/** Keeps the tab connected while it can be seen, until the returned function is called. */
export function startLive(queryClient: QueryClient): () => void {
  const reads = new ReadAgain(queryClient)
  const leave = onLiveMessage((message) => reads.hear(message))
  const connection = new SharedConnection({ onMessage: publishLive, onState: setLiveState })
  const leaveChecks = onCheckConnection(connection.check)
  connection.start()
  return () => {
    leave()
    leaveChecks()
    reads.stop()
    connection.stop()
    setLiveState('starting')
  }
}
