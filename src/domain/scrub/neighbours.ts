import type { Json, JsonObject } from '../json/json.ts'
import { isSecretOption } from './form/options.ts'
import { FILTERED, isPin, isSensitiveKey } from './secret/keys.ts'
import { isFilled } from './secret/placeholder.ts'
import { isNoPlainWord, looksSecret } from './secret/secret-value.ts'
import { scrubText } from './text.ts'

/** Names in flat lists of headers, `[name, value, name, value]`. */
const HEADER_NAME = /^[A-Za-z]+(?:-[A-Za-z\d]+)+$|^(?:authorization|cookie)$/i
const NAME = /^[A-Za-z_-]{2,24}$/
const LABEL_ENDS = /[:=]\s{0,2}$/
const MAX_LABEL_CHARS = 64
const MAX_LABELLED_CHARS = 512
const OTHER_HEADER_NAME = /^[A-Za-z]+(?:-[A-Za-z]+){0,8}$/

/** True for what follows `--password` in a list of arguments, and a header's name in a flat list. */
export function isOptionValue(option: Json, value: Json, index: number): boolean {
  if (typeof option !== 'string' || typeof value !== 'string') return false
  if (isSecretOption(option)) return !value.startsWith('-')
  if (index % 2 === 0 || !HEADER_NAME.test(option) || !isSensitiveKey(option)) return false
  return !OTHER_HEADER_NAME.test(value) || isNoPlainWord(value)
}

/** True for what a console was told to print, `['token:', '8f3a9c…']`, and what `AUTH` of Redis is given. */
export function isLabelOf(label: Json, value: Json): boolean {
  if (typeof label !== 'string' || typeof value !== 'string') return false
  if (label.length > MAX_LABEL_CHARS || value === '' || value.length > MAX_LABELLED_CHARS) return false
  if (!LABEL_ENDS.test(label))
    return NAME.test(label) && looksSecret(value) && (label === 'AUTH' || isSensitiveKey(label))
  const said = `${label} ${value}`
  return (
    isFilled(value) && !/\s/.test(value) && scrubText(said) === `${said.slice(0, -value.length)}${FILTERED}`
  )
}

/** Keys like `id` name many things; a session or a cookie among them is not a secret. */
const NAMES_OTHER = /auth|session|cookie/i

/** `{ key: 'password', value: '…' }` and `{ name: …, value: … }` are pairs too; so are `{ loc: ['body', 'password'], input: '…' }`
 * and `{ type: 'password', value: '…' }`. */
export function isNamedSecret(object: JsonObject): boolean {
  const { key, name, Key, Name, k, header, field, param, property, path } = object
  const said = key ?? name ?? Key ?? Name ?? k ?? header ?? field ?? param ?? property ?? path
  if (typeof said === 'string' && isSensitiveKey(said)) return true
  const { id, label, variable, type, loc, setting, option, attribute, parameter } = object
  if (type === 'password' || isLastSensitive(loc) || isLastSensitive(path)) return true
  return [id, label, variable, setting, option, attribute, parameter].some(
    (other) => typeof other === 'string' && isSensitiveKey(other) && !NAMES_OTHER.test(other),
  )
}

/** `{ name: 'Authorization', values: ['…'] }`; what is measured of sessions is a list of numbers. */
export function isNamedList(object: JsonObject, values: Json): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string') && isNamedSecret(object)
}

/** `{ type: 'SET_TOKEN', payload: '…' }`, an action of Redux. */
export function isActionOfSecret({ type }: JsonObject, payload: Json): boolean {
  return typeof type === 'string' && typeof payload === 'string' && isSensitiveKey(type)
}

const OF_VALUE = /value$/i
const NAMES_OF_VALUE = ['Key', 'Name', 'key', 'name']

/** `{ ParameterKey: 'password', ParameterValue: '…' }`, `{ option_name: …, option_value: … }`. */
export function isPrefixedSecret(object: JsonObject, valueKey: string): boolean {
  const prefix = valueKey.replace(OF_VALUE, '')
  return NAMES_OF_VALUE.some((end) => {
    const name = object[`${prefix}${end}`]
    return typeof name === 'string' && isSensitiveKey(name)
  })
}

function isLastSensitive(path: Json | undefined): boolean {
  const last = Array.isArray(path) ? path.at(-1) : undefined
  return typeof last === 'string' && isSensitiveKey(last)
}

/** True for a value whose key says that it is a secret if it looks like one. */
export function isSecretByValue(treatment: string, value: Json): boolean {
  if (treatment === 'likely') return typeof value === 'string' && looksSecret(value)
  if (treatment !== 'pin') return false
  return (typeof value === 'string' || typeof value === 'number') && isPin(String(value))
}
