import { calmText } from '../alert/webhook-chat-text.ts'
import { cutText } from '../event/bounds.ts'

const SUBJECT_CHARS = 200
const LINE_CHARS = 500
/** Where mail programs see an address in plain text, and make a link of it. */
const ADDRESS_JOINT = /[.@:](?=[^\s])/gu
const NO_BREAK = '\u2060'

/** Words that others chose, for an email: one visible line, broken up so that no program makes a link of them. */
export function inertWords(text: string): string {
  return cutText(calmText(text), LINE_CHARS).replace(ADDRESS_JOINT, (joint) => `${joint}${NO_BREAK}`)
}

/** One visible line: a line break in a name must not begin a header. */
export function subjectText(subject: string): string {
  return cutText(calmText(subject), SUBJECT_CHARS)
}
