import type { Json, JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'
import { valueList } from '../text/value-list.ts'

/** The exceptions of an event as sent, oldest cause first; a bare text is an exception's value. */
export function exceptionList(sent: Json | undefined): JsonObject[] {
  return valueList(sent, thrownText)
}

function thrownText(entry: Json): JsonObject | undefined {
  return typeof entry === 'string' && plainText(entry) !== undefined ? { value: entry } : undefined
}
