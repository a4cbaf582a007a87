import type { IngestAttempt } from '../../api/wire.ts'

/** Attempts that failed for the same reason in the same way, as one line. */
export interface AttemptGroup {
  key: string
  latest: IngestAttempt
  count: number
}

/**
 * One group per error code, path and client, newest first. An SDK repeats itself: twenty equal lines would
 * hide the second reason.
 *
 * @param attempts newest first
 * @param since ISO time; attempts until then are left out, e.g. those before the event that did arrive
 */
export function groupAttempts(attempts: IngestAttempt[], since = ''): AttemptGroup[] {
  const groups = new Map<string, AttemptGroup>()
  for (const attempt of attempts) {
    if (attempt.at <= since) continue
    const key = [attempt.code, attempt.path, attempt.user_agent].join('\n')
    const group = groups.get(key)
    if (group) group.count++
    else groups.set(key, { key, latest: attempt, count: 1 })
  }
  return [...groups.values()]
}

const REMEDIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    invalid_dsn: 'Compare the key in the application with the DSN above; the secret can be left out.',
    dsn_revoked: 'The application still has an old key. Give it the DSN above.',
    project_mismatch: 'The DSN has the key of one project and the number of another. Copy the whole DSN.',
    ingest_cap_exceeded: 'Raise the hourly event limit in the settings, or wait for the next full hour.',
    payload_too_large: "Send less data with each event. Attachments from a Sentry SDK don't count.",
    queue_unavailable: 'The server is overloaded or its disk is full; /readyz and its log say which.',
    invalid_envelope:
      'Send an envelope with an event item. If an SDK sent it, a proxy changed it in transit.',
    invalid_store: 'This route takes one event as a JSON object; envelopes go to …/envelope/.',
  }),
)

/** Advice for an error code; empty if its message is enough. */
export function remedyFor(code: string): string | undefined {
  return REMEDIES.get(code)
}
