import type { JsonObject } from '../json/json.ts'
import { parseTimestamp } from '../text/timestamp.ts'
import { valueList } from '../text/value-list.ts'

/** In place: one flat array, oldest first, without empty ones. `clockError` (ms) is added to their times. */
export function normaliseBreadcrumbs(event: JsonObject, clockError: number): void {
  const sent = event.breadcrumbs
  if (sent === undefined) return
  const list = valueList(sent)
  const crumbs = list.every(saysSomething) ? list : list.filter(saysSomething)
  if (clockError !== 0) for (const crumb of crumbs) correct(crumb, clockError)
  if (crumbs.length > 0) event.breadcrumbs = crumbs
  else delete event.breadcrumbs
}

function saysSomething({ message, category, data, type }: JsonObject): boolean {
  return Boolean(message) || Boolean(category) || Boolean(data) || Boolean(type)
}

function correct(crumb: JsonObject, clockError: number): void {
  const time = parseTimestamp(crumb.timestamp)
  if (time !== undefined) crumb.timestamp = (time + clockError) / 1000
}
