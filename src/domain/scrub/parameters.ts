import { FILTERED, isSecretParameter } from './secret/keys.ts'
import { noteParameter } from './work.ts'

const URL_PARAMETER = /(?<=[?&])([\w.%~-]{1,64})=([^&#\s"'<>`]+)/g
const SHORT_NUMBER = /^\d{1,7}$/

/** Replaces the values of secret parameters (`?sig=…`, `&X-Amz-Signature=…`) wherever a URL is in the text. */
export function scrubUrlParameters(text: string): string {
  return text.replace(URL_PARAMETER, (all, name: string, value: string) => {
    noteParameter()
    return isSecretParameter(name) && !SHORT_NUMBER.test(value) ? `${name}=${FILTERED}` : all
  })
}

/** Scrubs a query string: every name is judged on its own, values of harmless names are kept. */
export function scrubQuery(text: string): string {
  return mapPairs(text, '&', (name) => isSecretParameter(name))
}

/** Replaces every value of a cookie header; names are kept. */
export function scrubCookies(text: string): string {
  return mapPairs(text, ';', () => true)
}

function mapPairs(text: string, delimiter: '&' | ';', isSecret: (name: string) => boolean): string {
  const parts = text.split(delimiter)
  for (const [index, part] of parts.entries()) {
    const equals = part.indexOf('=')
    if (equals < 0 || equals === part.length - 1) continue
    if (isSecret(part.slice(0, equals))) parts[index] = `${part.slice(0, equals)}=${FILTERED}`
  }
  return parts.join(delimiter)
}
