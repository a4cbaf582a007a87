import { afterMatch } from '../../text/text-scan.ts'
import { FILTERED, keyVerdict } from './keys.ts'
import { isStatusWord } from './status-words.ts'

/** Words for nothing, the placeholders of SQL, of masks and of templates, and what is in memory or elsewhere: `0x14ede63a5a70002`,
 * `Token{a64f992`, `arn:aws:…`. */
const NO_SECRET =
  /^(?:null|none|nil|undefined|optional\.empty|true|false|nan|%[-+#]?\d{0,3}(?:\.\d{1,2})?[a-z@]|%\(\w{1,64}(?:\)s)?|\?|:\w{1,64}|\$\d{1,3}|@p\d{1,3}|\*{1,512}|[•●·]{3,64}|x{3,12}|\{\w{0,64}\}?|\$\{[^}]{0,80}\}?|\{\{.{0,80}|\[[A-Z][A-Z _-]{2,30}\]?|redacted|[\W_]{1,4}|0x[\da-f]{1,16}|[a-z]\w{1,40}\{[\da-f]{5,8}\}?|arn:aws[a-z-]{0,10}:[^\s]{1,256}|<?your[-_ ][a-z_ -]{2,40}>?|my (?:[a-z]{2,10} )?key|<\/?(?:s|pad|unk|bos|eos|cls|sep|mask)>|<\|\w{1,32}\|>)$/i
/** What a shell or a query fills in, by the name of a setting or a secret: `$DB_PASS`, `$password`, `$p`. */
const VARIABLE = /^\$(?:env:)?([A-Za-z_]\w{0,64})$/
const SHORTEST_NAME = 3
/** Where programs have their settings and what they were given: `process.env.DB_PASSWORD`, `config.db.password`. */
const MEMBER =
  /^(?:process\.env|import\.meta\.env|var|local|module|this|self|config|settings|options|params|props|args|(?:req|request|event)\.body|environment)(?:\.\w{1,40}){0,4}\.(\w{1,64})$/
const SCHEME_ALONE = /^(?:bearer|basic)\s*$/i
/** What code puts behind a scheme: `Bearer ${token}`, `Token %s`. */
const SCHEME_OF_TEMPLATE =
  /^(?:bearer|basic|token|apikey|jwt|bot)[ =](?:[$#]?\{[^{}]{0,80}\}|\\\([^()]{0,80}\)|%s|%\(\w{1,64}\)s|\{\{[^{}]{0,80}\}\}|\$\w{1,64}|<[\w -]{1,40}>)$/i
/** Values that are filled in and nothing else: `#{salt}#{password}`, `$user:$password`, Swift's `\(user):\(password)`. */
const INTERPOLATED =
  /^(?:(?:[$#]\{[^{}]{0,80}\}|\{[\w.]{1,64}\}|\\\([^()]{0,80}\))[^\w{}$#%\\]{0,4}){1,8}$|^(?:\$[a-z]\w{1,40}[:./ -]){1,4}\$[a-z]\w{1,40}$/i
/** Where a template has its values filled in, and a shell the output of a command. */
const TEMPLATE_PLACE =
  /\{\{ ?[\w.$|() -]{1,80}\}\}|\{[A-Za-z_]{0,64}\d{0,2}\}(?!\})|%\(\w{1,64}\)s|[$#]\{[\w.]{0,64}\}|\$\([a-z][^()\n]{0,200}\)/y
/** Where a token is to be had: an address of words alone. */
const ADDRESS =
  /^(?:https?:\/\/|\$\{[\w.]{1,64}\}\/?)[a-z\d.-]{0,100}(?::\d{1,5})?(?:\/[A-Za-z_.-]{0,40}\d{0,3}){0,12}(?:\?[a-z_]{1,40}(?:=[a-z_]{0,40})?)?$/
/** What a value has to be, as Laravel writes it: `required|min:8`. */
const RULES =
  /^(?:required|nullable|sometimes|bail|string|present)(?:\|[a-z_]{1,30}(?::[\w,.]{1,40})?){1,12}$/
/** What loggers, browsers and plans of Terraform write instead of a value. */
const MASK =
  /\[([A-Za-z][A-Za-z _-]{2,30})\]|\((?:null|none|nil|empty|hidden|masked|redacted|removed|omitted|sensitive(?: value)?|known after apply|not (?:set|given|provided|shown))\)/iy
const SAYS_NOTHING = /^(?:object \w{1,40}|not (?:set|given|provided|shown)|protected|scrubbed|private)$/i
/** States of an element, which styles and selectors write behind its name: `input.password:focus`. */
const ELEMENT_STATE =
  /:?(?:hover|focus(?:-within|-visible)?|active|visited|link|disabled|enabled|checked|invalid|valid|empty|target|root|before|after|placeholder(?:-shown)?|read-only|(?:first|last|only)-(?:child|of-type)|-(?:webkit|moz|ms)-[a-z-]{1,40}|(?:not|is|where|has|nth-[a-z-]{1,20}|contains)(?=\())(?![\w-])/y

/** True for a text that stands for something: not blank, filtered, a word for nothing or a placeholder. */
export function isFilled(value: string): boolean {
  if (value.trim() === '' || value === FILTERED || SCHEME_ALONE.test(value)) return false
  return !isNothing(value) && !SCHEME_OF_TEMPLATE.test(value) && !INTERPOLATED.test(value)
}

export function isNothing(value: string): boolean {
  if (NO_SECRET.test(value) || RULES.test(value) || isAddress(value)) return true
  const [, member] = MEMBER.exec(value) ?? []
  if (member !== undefined) return keyVerdict(member) === 'secret'
  const [, name] = VARIABLE.exec(value) ?? []
  if (name === undefined) return false
  return name === name.toUpperCase() || name.length < SHORTEST_NAME || keyVerdict(name) === 'secret'
}

export function isAddress(value: string): boolean {
  return value.includes('/') && ADDRESS.test(value)
}

/** True where a template, a mask such as `[REDACTED]` or the state of an element stands instead of a value. */
export function isPlaceholderAt(text: string, at: number): boolean {
  if (afterMatch(TEMPLATE_PLACE, text, at) > at) return true
  const sign = text[at]
  if (sign !== '[' && sign !== '(') return false
  MASK.lastIndex = at
  const mask = MASK.exec(text)
  const words = mask?.[1]
  if (mask === null || words === undefined) return mask !== null
  return words === words.toUpperCase() || SAYS_NOTHING.test(words) || isStatusWord(words)
}

export function isElementStateAt(text: string, at: number): boolean {
  return afterMatch(ELEMENT_STATE, text, at) > at
}
