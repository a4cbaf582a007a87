import { factsOf, fittingText, headingOf } from './webhook-chat-text.ts'
import type { WebhookMessage } from './webhook-message.ts'

const TEXT_CHARS = 3000
const HEADER_CHARS = 150
const FIELD_CHARS = 2000
const FIELDS = 10
const URL_CHARS = 3000

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }),
)
const escaped = (character: string): string => ESCAPES.get(character) ?? character

interface PlainText {
  type: 'plain_text'
  text: string
  emoji: false
}

/** The body of the first chat service's incoming webhook. Text from outside is never read as markup. */
export function chatABody(message: WebhookMessage) {
  const heading = `${headingOf(message)} in ${message.project_name}: ${message.title}`
  return {
    text: fittingText(heading, TEXT_CHARS, escaped),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(`${headingOf(message)}: ${message.title}`, HEADER_CHARS) },
      { type: 'section', fields: fieldsOf(message) },
      ...(message.url.length <= URL_CHARS ? [buttonTo(message.url)] : []),
    ],
  }
}

function plain(text: string, limit: number): PlainText {
  return { type: 'plain_text', text: fittingText(text, limit, escaped), emoji: false }
}

function fieldsOf(message: WebhookMessage): PlainText[] {
  return factsOf(message)
    .slice(0, FIELDS)
    .map(([name, value]) => plain(`${name}: ${value}`, FIELD_CHARS))
}

function buttonTo(url: string) {
  return { type: 'actions', elements: [{ type: 'button', text: plain('Open in Errata', HEADER_CHARS), url }] }
}
