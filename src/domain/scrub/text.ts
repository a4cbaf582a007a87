import { scrubDeviceSettings } from './form/device.ts'
import { scrubAccountNumbers } from './form/iban.ts'
import { scrubIdentityNumbers } from './form/identity.ts'
import { scrubPasswordFields } from './form/input.ts'
import { scrubLogins } from './form/login.ts'
import { scrubPlainLogins } from './form/plain-login.ts'
import { scrubPrinted } from './form/printed.ts'
import { scrubNetworkCodes } from './form/wifi.ts'
import { scrubPairs, type TextKind } from './pairs.ts'
import {
  scrubGrants,
  scrubLettingLinks,
  scrubQuery,
  scrubResetLinks,
  scrubUrlParameters,
} from './parameters.ts'
import {
  scrubDsnPasswords,
  scrubEncodedLogins,
  scrubNumbers,
  scrubPasswordFile,
  scrubPasswordHashes,
  scrubTokens,
  scrubUrlUserinfo,
} from './patterns.ts'
import { FILTERED } from './secret/keys.ts'
import { SIGN, signsOf } from './secret/text-signs.ts'
import { scrubLookedUp } from './sql/compared.ts'
import { scrubInsertedValues } from './sql/insert.ts'
import { scrubListedValues } from './sql/listed.ts'
import { scrubNamedValues } from './sql/named.ts'
import { scrubTypedValues } from './sql/typed.ts'
import { scrubCalls } from './statement/calls.ts'
import { mayHoldCommand, scrubCommandLines } from './statement/commands.ts'
import { scrubManifests } from './statement/manifest.ts'
import { scrubPhrases } from './statement/phrase.ts'
import { scrubPipedPasswords } from './statement/piped.ts'
import { scrubSessions } from './statement/session.ts'
import { scrubTables } from './statement/table.ts'
import { noteScan } from './work.ts'

/** What reads a password from a pipe has an option, or a word that names a secret. */
const MAY_BE_PIPED = SIGN.option | SIGN.key
const URL_QUERY = /[?&#][^=\s]/
/** Every card (4111 1111, 41111111) and SSN (078-05-1) begins like this, no date does; fixed in length, so cheap. */
const NUMBER_SEED = /(?<!\d)\d\d\d[-\d][-\d .+\xa0\u2010-\u2015]\d[-\d]\d/
/** Every number of a bank account begins so. */
const ACCOUNT_SEED = /[A-Z]{2}\d\d[ -]?[A-Z\d]{4}/
/** `AUTH_TOKEN`, `session.id`. */
const NAME = /^[\w.$-]+$/
const MIN_ACCOUNT_CHARS = 15
const HEX_ACCOUNT = /^[A-F]{2}\d\d/
const MAX_HEX_ACCOUNT_CHARS = 30
/** The shortest token is a vendor's prefix and a few characters. */
const MIN_TOKEN_CHARS = 14
const MIN_ID_CHARS = 20

/** `[Filtered]` for cards, US SSNs, JSON web tokens, key blocks, `Bearer`/`Basic` credentials, vendor keys,
 * passwords in URLs and values of sensitive keys. The same string if nothing was found. Linear time. */
export function scrubText(text: string): string {
  return scrubTextOf(text, 'prose')
}

/** As `scrubText`, for a line of program text: `token = readToken()` is kept, `token = "8f3a"` is not. */
export function scrubSourceLine(text: string): string {
  return scrubTextOf(text, 'source')
}

export function scrubQueryText(text: string): string {
  return scrubText(scrubQuery(text))
}

/** True for most texts that `scrubText` would keep and that can be stored as they are. False says nothing. */
export function isHarmlessText(text: string, signs = signsOf(text)): boolean {
  if ((signs & SIGN.trigger) !== 0) return isId(text, signs)
  if (text.length < MIN_TOKEN_CHARS) return true
  if ((signs & (SIGN.token | SIGN.link | SIGN.rareKey | SIGN.form)) !== 0) return false
  // Beside a key, in scripts that have blanks, a secret is a word of its own.
  if ((signs & SIGN.key) !== 0 && /\s/.test(text)) return false
  return (signs & SIGN.option) === 0 || !mayHoldCommand(text)
}

/** The number of an account may consist of hex digits as well: `DE89…`. */
function isId(text: string, signs: number): boolean {
  if (text.length < MIN_ID_CHARS || (signs & SIGN.notHex) !== 0) return false
  return text.length > MAX_HEX_ACCOUNT_CHARS || !HEX_ACCOUNT.test(text)
}

/** As `scrubText`, for a text of any kind whose signs are known; in a name, a colon is part of `auth-service:1.2.3`. */
export function scrubTextOf(text: string, kind: TextKind, signs = signsOf(text)): string {
  let scrubbed = text
  if ((signs & SIGN.token) !== 0 && text.length >= MIN_TOKEN_CHARS)
    scrubbed = scrubPacked(scrubTokens(scrubbed))
  if ((signs & SIGN.at) !== 0) scrubbed = scrubPlainLogins(scrubDsnPasswords(scrubUrlUserinfo(scrubbed)))
  if ((signs & SIGN.equals) !== 0 && URL_QUERY.test(scrubbed)) scrubbed = scrubUrlParameters(scrubbed)
  if ((signs & SIGN.link) !== 0) scrubbed = scrubLettingLinks(scrubbed)
  if (kind !== 'name' && (signs & SIGN.form) !== 0) scrubbed = scrubForms(scrubbed)
  if (kind !== 'name' && (signs & SIGN.option) !== 0) scrubbed = scrubCommandLines(scrubbed)
  if (kind !== 'name' && (signs & MAY_BE_PIPED) !== 0) scrubbed = scrubPipedPasswords(scrubbed)
  if (kind !== 'name' && (signs & SIGN.call) !== 0) scrubbed = scrubCalls(scrubbed)
  if ((signs & (SIGN.key | SIGN.rareKey)) !== 0 && !isName(scrubbed)) {
    if (kind === 'prose') scrubbed = scrubManifests(scrubbed)
    scrubbed = scrubPairs(scrubGrants(scrubResetLinks(scrubbed)), kind, (signs & SIGN.rareKey) !== 0)
    if (kind !== 'name')
      scrubbed = scrubListedValues(scrubPrinted(scrubInsertedValues(scrubbed)), kind === 'source')
    if (kind === 'prose') scrubbed = scrubPasswordFields(scrubbed)
    if (kind === 'prose') scrubbed = scrubLookedUp(scrubTypedValues(scrubTables(scrubbed)))
    if (kind === 'prose' && (signs & SIGN.at) !== 0) scrubbed = scrubNamedValues(scrubbed)
    if ((signs & SIGN.rareKey) !== 0) scrubbed = scrubPhrases(scrubbed)
    if (kind === 'prose') scrubbed = scrubSessions(scrubbed)
  }
  if ((signs & SIGN.digit) === 0) return scrubbed
  scrubbed = scrubEncodedLogins(scrubPasswordFile(scrubbed))
  if ((signs & (SIGN.dollar | SIGN.key | SIGN.rareKey)) !== 0) scrubbed = scrubPasswordHashes(scrubbed)
  if (kind === 'prose' && scrubbed.length >= MIN_ACCOUNT_CHARS && ACCOUNT_SEED.test(scrubbed))
    scrubbed = scrubAccountNumbers(scrubbed)
  if (!NUMBER_SEED.test(scrubbed)) return scrubbed
  noteScan(scrubbed.length)
  return scrubNumbers(scrubbed)
}

/** A document of JSON in base 64, as cursors and states are sent: `eyJ` is `{"`. */
const PACKED = /(?<![\w+/.-])eyJ[\w+/-]{16,8192}={0,2}(?![\w+/=-])/g

/** What is packed is a third shorter, however often. */
function scrubPacked(text: string): string {
  if (!text.includes('eyJ')) return text
  noteScan(text.length)
  return text.replace(PACKED, (packed) => {
    const json = Buffer.from(packed, 'base64').toString()
    return scrubText(json) === json ? packed : FILTERED
  })
}

/** Beside the only word of a text there is no value. Sessions in Django's cache have their key in the name. */
function isName(text: string): boolean {
  return NAME.test(text) && !text.includes('django.contrib')
}

function scrubForms(text: string): string {
  return scrubIdentityNumbers(scrubLogins(scrubDeviceSettings(scrubNetworkCodes(text))))
}
