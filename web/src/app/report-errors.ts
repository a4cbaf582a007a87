import { ApiError } from '../api/client.ts'
import { showToast } from '../components/overlay/toast.ts'

/** An error in a loop is reported a few times, not forever. */
const MOST_REPORTS = 10
const LONGEST = 2000

let reports = 0

/** An error of the dashboard itself: told to the server, whose log its operator reads. */
function noteError(error: unknown): void {
  // The server's error responses are already in its log, and an unreachable server can't be told anything.
  if (error instanceof ApiError || reports >= MOST_REPORTS) return
  reports += 1
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const body = JSON.stringify({
    message: `${name}: ${message}`.slice(0, LONGEST),
    stack: stack.slice(0, LONGEST),
    path: location.pathname.slice(0, LONGEST),
  })
  const headers = { 'content-type': 'application/json' }
  fetch('/api/v1/auth/dashboard-errors', { method: 'POST', headers, body }).catch(() => undefined)
}

/** Hears of every error that nothing caught, which would leave a press without an effect and without a word. */
export function watchErrors(): void {
  window.addEventListener('unhandledrejection', ({ reason }) => {
    noteError(reason)
    if (reason instanceof Error && reason.name === 'AbortError') return
    showToast({
      kind: 'failed',
      text: 'Something went wrong on this page. Reload it if it no longer responds.',
    })
  })
  window.addEventListener('error', ({ error, message }) => noteError(error ?? new Error(message)))
}
