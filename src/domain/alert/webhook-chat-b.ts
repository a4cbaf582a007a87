import { factsOf, fittingText, headingOf } from './webhook-chat-text.ts'
import type { WebhookMessage } from './webhook-message.ts'

const CONTENT_CHARS = 500
const TITLE_CHARS = 256
const FIELD_NAME_CHARS = 256
const FIELD_CHARS = 500
const URL_CHARS = 2048

const COLORS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    fatal: 0xb3261e,
    error: 0xd9480f,
    warning: 0xe6a700,
    info: 0x2f6fd0,
    debug: 0x6b7280,
  }),
)

/** Characters that start Markdown, mentions and emoji in the chat service. */
const MARKUP = /[\\`*_~|>#<[\]]/
/** The colon of `https://` as well, of which the chat service would make a link. */
const escaped = (character: string, next: string): string =>
  MARKUP.test(character) || (character === ':' && next === '/') ? `\\${character}` : character

/** The body of the second chat service's webhook. Text from outside is never read as markup, and calls nobody. */
export function chatBBody(message: WebhookMessage) {
  const color = COLORS.get(message.level ?? '')
  return {
    content: `**${headingOf(message)}** in ${fittingText(message.project_name, CONTENT_CHARS, escaped)}`,
    embeds: [
      {
        title: fittingText(message.title, TITLE_CHARS, escaped),
        ...(message.url.length <= URL_CHARS && { url: message.url }),
        ...(color !== undefined && { color }),
        timestamp: message.occurred_at,
        fields: factsOf(message).map(([name, value]) => ({
          name: fittingText(name, FIELD_NAME_CHARS, escaped),
          value: fittingText(value, FIELD_CHARS, escaped),
          inline: name !== 'Why',
        })),
      },
    ],
    allowed_mentions: { parse: [] },
  }
}
