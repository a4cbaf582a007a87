import { FILTERED } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isMixedWord, isNoPlainWord, looksSecret } from '../secret/secret-value.ts'
import { CODE_AS, CODE_TO_TYPE, PIN_GIVEN, PIN_JUDGED, YOUR_CODE } from '../secret/typed-code.ts'
import { noteKey } from '../work.ts'
import { SIGN_IN_WORD } from './sign-in-words.ts'

/** `login jo:…`, `logged in with jo@example.com:…`, `credentials jo / …`. */
const NAME_AND_PASSWORD = new RegExp(
  String.raw`\b${SIGN_IN_WORD}:?(?: (?:failed|attempt|error))?(?: (?:with|as|using|for|from|of|by|user|are|is|were))? ["'(]?([\w.@+-]{1,64})(?::| [:/] )([^\s"'\x60<>(),;/:]{6,64})`,
  'gi',
)
/** What parts something else: an address with its port, a step of a form, the name of what follows. */
const OTHER_NAME =
  /^(?:https?|user|username|name|e?mail|id|uid|step|page|form|screen|error|code|status|at|line|module|service|version|api|route|type|role|host|port|ip|url|method|client|app|tenant|realm|domain|group|team|org|project|account|reason|attempt|state|result|message|msg|ssh|ldap|smtp|ftp|localhost|\d{1,3}(?:\.\d{1,3}){3})$/i
const OTHER_VALUE = /^v?\d+(?:[.:-]\d+)*$|^(?:md\d|sha-?\d|step|page|line|item|v)[-_]?\d|\.[a-z]{2,4}$/i
/** `OTP for jo@example.com: 482913`. */
const CODE_FOR = /(?<=\bT?OTP (?:code )?(?:for|to|of) \S{1,128}(?: is|:)? )\d{4,8}(?![\w-]|\.\d)/g

/** Replaces a password behind a name, after words that say what the two are, and codes that are to be typed. */
export function scrubLogins(text: string): string {
  const scrubbed = scrubNamed(text).replace(CODE_TO_TYPE, FILTERED).replace(CODE_FOR, FILTERED)
  return [PIN_GIVEN, PIN_JUDGED, YOUR_CODE, CODE_AS].reduce(
    (last, code) => last.replace(code, FILTERED),
    scrubbed,
  )
}

function scrubNamed(text: string): string {
  return text.replace(NAME_AND_PASSWORD, (all: string, name: string, value: string) => {
    noteKey()
    return OTHER_NAME.test(name) || !isPassword(value) ? all : all.slice(0, -value.length) + FILTERED
  })
}

function isPassword(value: string): boolean {
  if (OTHER_VALUE.test(value) || !isFilled(value)) return false
  return isNoPlainWord(value) || isMixedWord(value) || looksSecret(value)
}
