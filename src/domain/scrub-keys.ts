/** What stands in the place of a secret. */
export const FILTERED = '[Filtered]'

/**
 * Words that make a key sensitive, looked for in the key without its separators, lower case. `auth` does not
 * count inside `author`, but does in `authorize`; a `PublicKeyToken` is part of a .NET assembly's name.
 * `scrub-pairs.ts` has the same words for keys inside of texts. The floor of the product, see docs on scrubbing.
 */
const SENSITIVE_KEY =
  /pass(?:word|wd|phrase|code)|pwd|secret(?!ar[iy])|(?<!publickey)token(?!i[sz])|apikey|auth(?!or(?!i[sz]))|cookie|session|sessid|[cx]srf|credential|(?:private|access|account|encryption|signing|master|ssh)key|bearer|creditcard|cardnumber|^(?:connectsid|otp|cvv2?|cvc2?|ssn)$|(?:^|user|admin|root|db|sql|pg|smtp|mail|ftp)pass$|jwt$/

/** Names that carry a credential only as a parameter of a URL or as a cookie. */
const SECRET_PARAMETER =
  /^(?:sig|signature|hmac|jwt|otp|pin|sid|key|samlresponse|samlrequest|clientassertion|connectsid|xamzsignature|xamzcredential|xgoogsignature|xgoogcredential|rememberme)$/

const SEPARATORS = /[^\p{L}\p{N}]+/gu
const IS_ASCII = /^[\0-\x7f]*$/
const CYRILLIC_AND_GREEK = 'асеіјкорѕтухԁοανАВСЕІКОРЅТХΟΑΕΚΤ'
const LATIN = 'aceijkopstyxdoavabceikopstxoaekt'
const LOOK_ALIKES = new RegExp(`[${CYRILLIC_AND_GREEK}]`, 'g')
const MAX_KEY_CHARS = 256
const MAX_CACHED_VERDICTS = 8192

const verdicts = new Map<string, boolean>()

/**
 * True when the value under this key is a secret by the key's name alone, in any case and with any
 * separators (`X-Api-Key`, `apiKey`, `API KEY`). Only the first 256 characters are looked at; verdicts are
 * kept in a bounded cache.
 */
export function isSensitiveKey(key: string): boolean {
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const head = key.length > MAX_KEY_CHARS ? key.slice(0, MAX_KEY_CHARS) : key
  const verdict = SENSITIVE_KEY.test(compactKey(head))
  if (verdicts.size >= MAX_CACHED_VERDICTS) verdicts.clear()
  if (key.length <= MAX_KEY_CHARS) verdicts.set(key, verdict)
  return verdict
}

/** True when a URL parameter or cookie of this name holds a secret: sensitive keys, signatures, session ids. */
export function isSecretParameter(name: string): boolean {
  return isSensitiveKey(name) || SECRET_PARAMETER.test(compactKey(name.slice(0, MAX_KEY_CHARS)))
}

/** The key in lower case without separators and accents: `X-Api_Key` is `xapikey`; look-alikes are Latin. */
export function compactKey(key: string): string {
  const plain = IS_ASCII.test(key) ? key : key.normalize('NFKD').replace(LOOK_ALIKES, latinOf)
  return plain.replace(SEPARATORS, '').toLowerCase()
}

function latinOf(letter: string): string {
  return LATIN[CYRILLIC_AND_GREEK.indexOf(letter)]!
}
