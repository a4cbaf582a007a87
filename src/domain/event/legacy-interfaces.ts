import { BROWSER_REPORT } from '../envelope/csp-report.ts'
import type { JsonObject } from '../json/json.ts'

const PREFIX = 'sentry.interfaces.'
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Message: 'logentry',
    Http: 'request',
  }),
)

/** Moves interfaces under their old qualified names (`sentry.interfaces.Exception`) to today's, in place. */
export function renameLegacyInterfaces(event: JsonObject): void {
  for (const key in event) {
    const name = nameToday(key)
    if (name === undefined) continue
    event[name] ??= event[key]!
    delete event[key]
  }
}

function nameToday(key: string): string | undefined {
  if (key === BROWSER_REPORT) return 'csp'
  if (!key.startsWith(PREFIX)) return undefined
  const last = key.slice(PREFIX.length)
  return NAMES.get(last) ?? last.toLowerCase()
}
