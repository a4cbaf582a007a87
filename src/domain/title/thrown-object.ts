import { isJsonObject, type JsonObject } from '../json/json.ts'
import { plainText } from '../text/plain-text.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** What JavaScript's SDKs say of an object that was thrown and is no `Error`; they send the object in `extra`. */
const DESCRIBED = /captured as (?:exception|promise rejection) with keys: /
const CODE_KEYS = ['code', 'errorCode', 'error_code', '_tag', 'type', 'kind', 'reason', 'error', 'statusText']
const STATUS_KEYS = ['status', 'statusCode', 'status_code']
/** Without a digit or a space, so that no id and no text for people is one. */
const CODE = /^[A-Za-z][A-Za-z_./-]{1,60}$/

/** `E_LIMIT` of `throw { code: 'E_LIMIT', limit: 7 }`, `404` of `throw { status: 404 }`; undefined if it has no code. */
export function thrownCode(event: JsonObject, exception: JsonObject | undefined): string | undefined {
  if (!DESCRIBED.test(plainText(exception?.value) ?? '')) return undefined
  const object = isJsonObject(event.extra) ? event.extra.__serialized__ : undefined
  if (!isJsonObject(object)) return undefined
  for (const key of CODE_KEYS) {
    const code = object[key]
    if (typeof code === 'string' && CODE.test(code)) return code
  }
  const status = STATUS_KEYS.map((key) => object[key]).find(isStatus)
  return status === undefined ? undefined : String(status)
}

function isStatus(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value < 600
}
