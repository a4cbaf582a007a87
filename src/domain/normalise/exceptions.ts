import { exceptionType, exceptionValue } from '../event/title.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'
import { exceptionList, valueList } from '../text/value-list.ts'
import { uncaughtError } from '../title/uncaught.ts'
import { normaliseStack } from './stack.ts'

/** In place: `{ values: [...] }`, oldest cause first, without empty entries; without any the field goes. */
export function normaliseExceptions(event: JsonObject, platform: string): JsonObject[] {
  if (event.exception === undefined) return []
  const exceptions = exceptionList(event.exception)
  for (const exception of exceptions) normaliseException(exception, platform)
  const values = exceptions.filter(saysSomething)
  if (values.length > 0) event.exception = { values }
  else delete event.exception
  return values
}

/** Brings the threads of an event into `{ values: [...] }` in place. */
export function normaliseThreads(event: JsonObject, platform: string): void {
  if (event.threads === undefined) return
  const values = valueList(event.threads)
  for (const thread of values) normaliseStack(thread, platform)
  if (values.length > 0) event.threads = { values }
  else delete event.threads
}

function normaliseException(exception: JsonObject, platform: string): void {
  const { type, value, module, mechanism } = exception
  Object.assign(exception, uncaughtError(plainText(type), value))
  if (typeof exception.type !== 'string') setIfKnown(exception, 'type', exceptionType(exception))
  if (typeof exception.value !== 'string') setIfKnown(exception, 'value', exceptionValue(exception))
  if (typeof module !== 'string' && module !== undefined) exception.module = plainText(module) ?? null
  if (typeof mechanism === 'string') exception.mechanism = { type: mechanism }
  else if (mechanism !== undefined && !isJsonObject(mechanism)) delete exception.mechanism
  normaliseStack(exception, platform)
}

/** A field that nothing is known of stays as absent as it was. */
function setIfKnown(exception: JsonObject, field: 'type' | 'value', text: string | undefined): void {
  if (text !== undefined || exception[field] !== undefined) exception[field] = text ?? null
}

function saysSomething(exception: JsonObject): boolean {
  return Boolean(exception.type) || Boolean(exception.value) || exception.stacktrace !== undefined
}
