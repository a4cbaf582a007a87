import { calmText } from '../alert/webhook-chat-text.ts'
import { escapeHtml } from '../text/escape-html.ts'
import { mailPage } from './mail-page.ts'
import type { MailText } from './mail-text.ts'

export interface LetterBlock {
  /** What happened, in our own words and names of members and projects. */
  lead: string
  title: string
  url: string
  /** The comment that the letter is about. */
  quote: string | null
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
      [`${inert(block.lead)}: ${inert(block.title)}`, ...linesOf(block), block.url].join('\n'),
    ),
    ...(more ? [`${more.text}: ${more.url}`] : []),
    ['-- ', ...ending].join('\n'),
  ]
  const html = [
    ...(opening === null ? [] : [`<p>${escapeHtml(opening)}</p>`]),
    ...blocks.map(blockHtml),
    ...(more ? [`<p>${linkHtml(more.text, more.url)}</p>`] : []),
    `<hr><p class="foot">${escapeHtml(reason)} ${linkHtml('Change what you get', settings)} or ${linkHtml('unsubscribe', links.unsubscribe)}.</p>`,
  ]
  return {
    subject: cutText(calmText(subject), SUBJECT_CHARS),
    text: `${text.join('\n\n')}\n`,
    html: mailPage(html),
  }
}

function linesOf({ quote, lines }: LetterBlock): string[] {
  return [...(quote === null ? [] : [`> ${inert(quote)}`]), ...lines.map(inert)]
}

function blockHtml({ lead, title, url, quote, lines }: LetterBlock): string {
  const said = quote === null ? '' : `<span class="quote">${escapeHtml(inert(quote))}</span>`
  const facts = lines.map((line) => escapeHtml(inert(line))).join('<br>')
  const name = `<strong>${linkHtml(inert(title), url)}</strong>`
  return `<p><span>${escapeHtml(inert(lead))}</span><br>${name}${said || '<br>'}<span>${facts}</span></p>`
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
