import { Filtering } from '../secret/filtering.ts'
import { FILTERED, isSensitiveKey } from '../secret/keys.ts'
import { looksSecret } from '../secret/secret-value.ts'
import { noteKey, noteScan } from '../work.ts'

/** What a client of FTP or POP says behind its name; a line of a test's report has none: `PASS cart.test.ts`. */
const PASS = /(?<=(?:^|[\r\n>"'`]|\\n|C:)[ \t]{0,2}PASS )[^\s"'`\\]{1,128}/gm
const USER = /(?:^|[\r\n>"'`]|\\n|C:)[ \t]{0,2}USER \S/m
/** What a mail server was answered when it asked for the password, as `334 Password:` in base 64. */
const ANSWER =
  /(?<=334 UGFzc3dvcmQ6["']?(?:[\r\n]|\\[rn]){1,4}[ \t]{0,4}(?:[A-Z~<>=-]{1,4}:?[ \t]{1,3})?)[A-Za-z\d+/]{4,512}={0,2}(?=["']?(?:$|[\r\n]|\\[rn]))/gm
/** The same without the questions: the name, then the password. */
const AUTH_LOGIN =
  /(?<=AUTH LOGIN["']?(?:[\r\n]|\\[rn]){1,4}[> \t]{0,4}(?:[A-Z]:[ \t]{1,3})?[A-Za-z\d+/]{4,512}={0,2}(?:[\r\n]|\\[rn]){1,4}[> \t]{0,4}(?:[A-Z]:[ \t]{1,3})?)[A-Za-z\d+/]{4,512}={0,2}(?=["']?(?:$|[\r\n]|\\[rn]))/gm
/** What Redis is told of a user: `ACL SETUSER app on >hunter2`, and `user app on >hunter2` in its settings. */
const USER_RULES = /(?<=\bSETUSER |\buser (?=\S{1,128} on [>~]))[^\r\n]{1,1024}/g
const RULE_OF_PASSWORD = /(?<=[ ,]["']?[>#])[^\s"']{3,256}/g
/** A command of IMAP, with the tag in front. */
const LOGIN = /(?<=\b[A-Za-z]{0,8}\d{1,6} LOGIN "?[^\s"]{1,128}"? "?)[^\s"'`\\]{1,128}/g

/** As clients print what they send, one command at a time: `--> PASS hunter2`. */
const SENT_PASS =
  /(?<=(?:-->|>>>|Command:|ftp[:>]|^>)[ \t]{1,2}PASS )[^\s"'`\\/]{1,128}(?=["']?(?:$|[\r\n]|\\[rn]))/gm
/** What Redis keeps under a session's key, in a word. */
const KEPT =
  /(?<=\bSET(?:EX|NX)? ["']?(?:[\w.-]{1,40}:){0,4}sess(?:ion)?s?:\S{1,128} ["']?(?:\d{1,9}["']? ["']?)?)[\w.=+/-]{12,4096}/g
/** A hash of Redis, up to its fields. */
const HASH = /\bHM?SET[ \t]{1,2}(?:"[^"\n]{1,128}"|[^\s"]{1,128})(?=[ \t])/g
const HASH_WORD = /[ \t]{1,2}(?:"([^"\n]{0,512})"|'([^'\n]{0,512})'|([^\s"']{1,512}))/y
const MAX_HASH_FIELDS = 32
/** Sessions of Django in a cache: the name and the id are one word. */
const CACHED = /(?<=django\.contrib\.sessions\.cache(?:d_db)?)[a-z\d]{32}/g

/** Replaces passwords in the commands of a session: `PASS hunter2` of FTP and POP, `A1 LOGIN jo hunter2` of IMAP. */
export function scrubSessions(text: string): string {
  const kept =
    text.includes('SET') || / on [>~]/.test(text) || text.includes('contrib.sessions.c')
      ? scrubKept(text)
      : text
  const answered = kept.includes('334 UGF') ? kept.replace(ANSWER, FILTERED) : kept
  const scrubbed = answered.includes('AUTH LOGIN') ? answered.replace(AUTH_LOGIN, FILTERED) : answered
  if (!text.includes(' LOGIN ') && !text.includes('PASS ')) return scrubbed
  noteScan(text.length)
  const passed = scrubbed.replace(USER.test(text) ? PASS : SENT_PASS, FILTERED)
  return passed.replace(LOGIN, FILTERED)
}

function scrubKept(text: string): string {
  noteScan(text.length)
  const kept = text
    .replace(KEPT, (word) => (looksSecret(word) ? FILTERED : word))
    .replace(CACHED, FILTERED)
    .replace(USER_RULES, (rules) => rules.replace(RULE_OF_PASSWORD, FILTERED))
  return kept.includes('HSET') || kept.includes('HMSET') ? scrubHashes(kept) : kept
}

/** `HSET user:4 name jo password hunter2`: fields and values take turns. */
function scrubHashes(text: string): string {
  const filtering = new Filtering(text)
  for (const hash of text.matchAll(HASH)) {
    let at = hash.index + hash[0].length
    for (let count = 0; count < MAX_HASH_FIELDS; count++) {
      const field = nextWord(text, at)
      if (field === null) break
      noteKey()
      const value = nextWord(text, field.next)
      if (value === null) break
      if (isSensitiveKey(field.word) && value.word !== '') {
        filtering.replace(value.start, value.start + value.word.length)
      }
      at = value.next
    }
  }
  return filtering.text
}

function nextWord(text: string, from: number): { word: string; start: number; next: number } | null {
  HASH_WORD.lastIndex = from
  const match = HASH_WORD.exec(text)
  if (match === null) return null
  const word = match[1] ?? match[2] ?? match[3] ?? ''
  const isQuoted = match[3] === undefined
  const next = HASH_WORD.lastIndex
  return { word, start: next - word.length - (isQuoted ? 1 : 0), next }
}
