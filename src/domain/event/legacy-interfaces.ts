import type { JsonObject } from '../json/json.ts'

const PREFIX = 'sentry.interfaces.'
const NAMES: Readonly<Record<string, string>> = {
  Message: 'logentry',
  Http: 'request',
}

/** Moves interfaces under their old qualified names (`sentry.interfaces.Exception`) to today's, in place. */
export function renameLegacyInterfaces(event: JsonObject): void {
  for (const key in event) {
    if (!key.startsWith(PREFIX)) continue
    const last = key.slice(PREFIX.length)
    const name = NAMES[last] ?? last.toLowerCase()
    event[name] ??= event[key]!
    delete event[key]
  }
}
