import { readMessage } from '../event/message.ts'
import { exceptionType, exceptionValue } from '../event/title.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { searchText } from '../text/search-text.ts'
import { firstLine } from '../title/first-line.ts'

/** Causes whose words are searched, the outermost first. */
const MAX_CAUSES = 3

export interface EventNames {
  title: string
  culprit: string
  exceptionType: string | null
}

/** One per line: names, exception values, message, transaction; of each the first line, as compared. */
export function eventWords(event: JsonObject, { title, culprit, exceptionType: type }: EventNames): string {
  return searchText([
    ...[title, culprit, type ?? ''],
    ...exceptionWords(isJsonObject(event.exception) ? event.exception.values : undefined),
    firstLine(readMessage(event)?.formatted) ?? '',
    firstLine(typeof event.transaction === 'string' ? event.transaction : undefined) ?? '',
  ])
}

function exceptionWords(values: Json | undefined): string[] {
  if (!Array.isArray(values)) return []
  const [thrown, ...causes] = values
    .slice(-1 - MAX_CAUSES)
    .reverse()
    .filter(isJsonObject)
  if (thrown === undefined) return []
  return [firstLine(exceptionValue(thrown)) ?? '', ...causes.map(causeWords)]
}

function causeWords(cause: JsonObject): string {
  const said = [exceptionType(cause), exceptionValue(cause)].filter((text) => text !== undefined)
  return firstLine(said.join(': ')) ?? ''
}
