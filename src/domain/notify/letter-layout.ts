import { escapeHtml } from '../text/escape-html.ts'
import { inertWords, subjectText } from './inert-words.ts'
import { mailPage } from './mail-page.ts'
import type { MailText } from './mail-text.ts'

export interface LetterBlock {
  /** What happened, in our own words and names of members and projects. */
  lead: string
  title: string
  url: string
  /** The comments that the letter is about. */
  quotes: string[]
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

/** As text and HTML. Strangers' text is one visible line, escaped, and broken up so no program links it. */
export function letterText({ subject, intro, blocks, more, reason, links }: Letter): MailText {
  const settings = `${links.origin}/account`
  const opening = intro === null ? null : inertWords(intro)
  const ending = [`${reason} Change what you get: ${settings}`, `Unsubscribe: ${links.unsubscribe}`]
  const text = [
    ...(opening === null ? [] : [opening]),
    ...blocks.map((block) =>
      [`${inertWords(block.lead)}: ${inertWords(block.title)}`, ...linesOf(block), block.url].join('\n'),
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
    subject: subjectText(subject),
    text: `${text.join('\n\n')}\n`,
    html: mailPage(html),
  }
}

function linesOf({ quotes, lines }: LetterBlock): string[] {
  return [...quotes.map((quote) => `> ${inertWords(quote)}`), ...lines.map(inertWords)]
}

function blockHtml({ lead, title, url, quotes, lines }: LetterBlock): string {
  const said = quotes.map((quote) => `<span class="quote">${escapeHtml(inertWords(quote))}</span>`).join('')
  const facts = lines.map((line) => escapeHtml(inertWords(line))).join('<br>')
  const name = `<strong>${linkHtml(inertWords(title), url)}</strong>`
  return `<p><span>${escapeHtml(inertWords(lead))}</span><br>${name}${said || '<br>'}<span>${facts}</span></p>`
}

function linkHtml(text: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
}
