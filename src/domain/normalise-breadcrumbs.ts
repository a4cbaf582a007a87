import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { parseTimestamp } from './timestamp.ts'

/**
 * Brings the breadcrumbs of an event into one flat array, oldest first as sent, in place. `clockError` (ms)
 * is added to their times when the client's clock is wrong.
 */
export function normaliseBreadcrumbs(event: JsonObject, clockError: number): void {
  const sent = event.breadcrumbs
  if (sent === undefined) return
  const list = isJsonObject(sent) ? sent.values : sent
  if (!Array.isArray(list)) {
    delete event.breadcrumbs
    return
  }
  const crumbs: Json[] = list.every(isJsonObject) ? list : list.filter(isJsonObject)
  if (clockError !== 0) for (const crumb of crumbs) if (isJsonObject(crumb)) correct(crumb, clockError)
  event.breadcrumbs = crumbs
}

function correct(crumb: JsonObject, clockError: number): void {
  const time = parseTimestamp(crumb.timestamp)
  if (time !== undefined) crumb.timestamp = (time + clockError) / 1000
}
