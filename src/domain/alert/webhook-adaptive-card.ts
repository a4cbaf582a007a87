import { type Fact, factsOf, fittingText, headingOf } from './webhook-chat-text.ts'
import type { WebhookMessage } from './webhook-message.ts'

const HEADING_CHARS = 300
const TITLE_CHARS = 1000
const FACT_CHARS = 500
const URL_CHARS = 2048

/** Cards replace `{{DATE(…)}}` and the like in any text. */
const escaped = (character: string, next: string): string =>
  character === '{' && next === '{' ? '{ ' : character

interface TextRun {
  type: 'TextRun'
  text: string
  weight?: 'Bolder'
  size?: 'Medium'
  color?: 'Attention' | 'Warning'
}

const COLORS: ReadonlyMap<string, TextRun['color']> = new Map(
  Object.entries({
    fatal: 'Attention',
    error: 'Attention',
    warning: 'Warning',
  }),
)

/**
 * The body of a webhook of Microsoft Teams: a message with an Adaptive Card. Its `TextBlock` and `FactSet` read
 * Markdown, a `TextRun` does not, so all text is in runs. Nobody is called without an entity in the card.
 */
export function adaptiveCardBody(message: WebhookMessage) {
  const color = COLORS.get(message.level ?? '')
  const heading = fittingText(`${headingOf(message)} in ${message.project_name}`, HEADING_CHARS, escaped)
  const title = fittingText(message.title, TITLE_CHARS, escaped)
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      richText([
        { type: 'TextRun', text: heading, weight: 'Bolder', size: 'Medium', ...(color && { color }) },
      ]),
      richText([{ type: 'TextRun', text: title }]),
      ...factsOf(message)
        .filter(([name]) => name !== 'Project')
        .map(factText),
    ],
    ...(message.url.length <= URL_CHARS && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open in Errata', url: message.url }],
    }),
  }
  return {
    type: 'message',
    // What a notification shows of it.
    summary: `${heading}: ${title}`,
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
    ],
  }
}

function factText([name, value]: Fact) {
  return richText([
    { type: 'TextRun', text: `${name}: `, weight: 'Bolder' },
    { type: 'TextRun', text: fittingText(value, FACT_CHARS, escaped) },
  ])
}

function richText(inlines: TextRun[]) {
  return { type: 'RichTextBlock', spacing: 'Small', inlines }
}
