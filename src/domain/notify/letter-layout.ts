import type { MailText } from '../alert/mail-text.ts'
import { calmText } from '../alert/webhook-chat-text.ts'
import { escapeHtml } from '../text/escape-html.ts'

export interface LetterBlock {
  /** What happened, in our own words and names of members and projects. */
  lead: string
  title: string
  url: string
  lines: string[]
}

export interface Letter {
  subject: string
  intro: string | null
  blocks: LetterBlock[]
  /** Where the rest is; null: there is no rest. */
  more: { text: string; url: string } | null
  reason: string
  links: LetterLinks
}

export interface LetterLinks {
  /** The service's origin, without a trailing slash. */
  origin: string
  unsubscribe: string
}

const SUBJECT_CHARS = 200
const LINE_CHARS = 500
/** Where mail programs see an address in plain text, and make a link of it. */
const ADDRESS_JOINT = /[.@/:](?=[^\s])/gu
const NO_BREAK = '\u2060'

/** As text and HTML. Strangers' text is one visible line, escaped, and broken up so no program links it. */
export function letterText({ subject, intro, blocks, more, reason, links }: Letter): MailText {
  const settings = `${links.origin}/account`
  const opening = intro === null ? null : inert(intro)
  const ending = [`${reason} Change what you get: ${settings}`, `Unsubscribe: ${links.unsubscribe}`]
  const text = [
    ...(opening === null ? [] : [opening]),
    ...blocks.map((block) =>
      [`${inert(block.lead)}: ${inert(block.title)}`, ...block.lines.map(inert), block.url].join('\n'),
    ),
    ...(more ? [`${more.text}: ${more.url}`] : []),
    ['-- ', ...ending].join('\n'),
  ]
  const html = [
    ...(opening === null ? [] : [`<p>${escapeHtml(opening)}</p>`]),
    ...blocks.map(blockHtml),
    ...(more ? [`<p>${linkHtml(more.text, more.url)}</p>`] : []),
    `<hr><p>${escapeHtml(reason)} ${linkHtml('Change what you get', settings)} or ${linkHtml('unsubscribe', links.unsubscribe)}.</p>`,
  ]
  return {
    subject: cutText(calmText(subject), SUBJECT_CHARS),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:40em">${html.join('\n')}</body></html>`,
  }
}

function blockHtml({ lead, title, url, lines }: LetterBlock): string {
  const below = lines.map((line) => `<br>${escapeHtml(inert(line))}`).join('')
  return `<p>${escapeHtml(inert(lead))}:<br><strong>${linkHtml(inert(title), url)}</strong>${below}</p>`
}

function linkHtml(text: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
}

function inert(text: string): string {
  return cutText(calmText(text), LINE_CHARS).replace(ADDRESS_JOINT, (joint) => `${joint}${NO_BREAK}`)
}

/** The text, or as much of it as fits with an ellipsis. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).toWellFormed()}…`
}
