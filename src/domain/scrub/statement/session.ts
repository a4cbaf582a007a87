import { FILTERED } from '../secret/keys.ts'
import { noteScan } from '../work.ts'

/** What a client of FTP or POP says behind its name; a line of a test's report has none: `PASS cart.test.ts`. */
const PASS = /(?<=(?:^|[\r\n>"'`]|\\n|C:)[ \t]{0,2}PASS )[^\s"'`\\]{1,128}/gm
const USER = /(?:^|[\r\n>"'`]|\\n|C:)[ \t]{0,2}USER \S/m
/** A command of IMAP, with the tag in front. */
const LOGIN = /(?<=\b[A-Za-z]{0,8}\d{1,6} LOGIN "?[^\s"]{1,128}"? "?)[^\s"'`\\]{1,128}/g

/** Replaces passwords in the commands of a session: `PASS hunter2` of FTP and POP, `A1 LOGIN jo hunter2` of IMAP. */
export function scrubSessions(text: string): string {
  if (!text.includes(' LOGIN ') && !text.includes('PASS ')) return text
  noteScan(text.length)
  const scrubbed = USER.test(text) ? text.replace(PASS, FILTERED) : text
  return scrubbed.replace(LOGIN, FILTERED)
}
