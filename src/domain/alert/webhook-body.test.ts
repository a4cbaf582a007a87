import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hidesText } from '#contract/hidden-text.ts'
import { webhookBody } from './webhook-body.ts'
import type { WebhookMessage } from './webhook-message.ts'

const MESSAGE: WebhookMessage = {
  event: 'regression',
  delivery_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  occurred_at: '2026-11-20T10:00:00.000Z',
  org_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  project_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  project_name: 'shop',
  issue_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  title: 'TypeError: x is undefined',
  status: 'regression',
  level: 'error',
  environment: 'production',
  release: 'web@1.4.2',
  event_count: 12,
  unique_user_count: 3,
  first_seen_at: '2026-11-19T08:00:00.000Z',
  url: 'https://errata.example.com/issues/1',
  context_url: null,
  rule: null,
  details: { note: 'compared 1.4.2 > 1.4.0 by semver' },
}

/** What chats give a meaning to, between ordinary text. */
const sign = fc.constantFrom(
  ...[
    '@everyone',
    '@here',
    '@channel',
    '<!channel>',
    '<!here|here>',
    '<@U123>',
    '<@&1>',
    '<#C1>',
    '<https://x|y>',
  ],
  ...[
    '*',
    '_',
    '~',
    '`',
    '```',
    '||',
    '> ',
    '# ',
    '[a](https://b)',
    '\\',
    '&',
    '\n',
    '\r\n',
    '\u202E',
    '\u200B',
    '\u3164',
    '\u{e0041}',
    'https://evil.example',
    '{{DATE(2026-11-20T10:00:00Z)}}',
    '<at>everyone</at>',
    '\0',
  ],
  ...['\uD800', '😀', 'a', ' ', 'TypeError: '],
)
const hostile = fc.oneof(
  fc.array(sign, { maxLength: 60 }).map((signs) => signs.join('')),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fc.constantFrom('&', '<', '*', '`'), { maxLength: 300 }).map((signs) => signs.join('')),
)
const message = fc
  .record({
    title: hostile,
    project_name: hostile,
    environment: hostile,
    release: hostile,
    level: hostile,
    note: hostile,
    rule: hostile,
  })
  .map(({ note, rule, ...texts }) => ({
    ...MESSAGE,
    ...texts,
    details: { note },
    rule: { id: '1', name: rule },
  }))

/** Every text of a body. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const CALL = /@(everyone|here|channel|group)/i

describe('generic', () => {
  it('is the message itself', () => {
    expect(JSON.parse(webhookBody('generic', MESSAGE))).toEqual(MESSAGE)
  })
})

describe('chat_a', () => {
  const bodyOf = (given: WebhookMessage) => JSON.parse(webhookBody('chat_a', given))

  it('names what happened, where, and leads there', () => {
    const body = bodyOf(MESSAGE)
    expect(body.text).toBe('Regression in shop: TypeError: x is undefined')
    expect(body.blocks.map(({ type }: { type: string }) => type)).toEqual(['header', 'section', 'actions'])
    expect(JSON.stringify(body)).toContain(MESSAGE.url)
  })

  it('hostile text mentions nobody, is not markup and stays within the documented limits', () => {
    fc.assert(
      fc.property(message, (given) => {
        const { text, blocks } = bodyOf(given)
        for (const one of textsOf({ text, blocks })) {
          expect(one).not.toMatch(CALL)
          expect(one).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
          expect(hidesText(one.replaceAll('@\u200B', ''))).toBe(false)
          expect(one.isWellFormed()).toBe(true)
        }
        const [header, section, actions] = blocks
        expect(text.length).toBeLessThanOrEqual(3000)
        expect(header.text).toMatchObject({ type: 'plain_text' })
        expect(header.text.text.length).toBeLessThanOrEqual(150)
        expect(section.fields.length).toBeLessThanOrEqual(10)
        for (const field of section.fields) {
          expect(field.type).toBe('plain_text')
          expect(field.text.length).toBeGreaterThan(0)
          expect(field.text.length).toBeLessThanOrEqual(2000)
        }
        expect(actions.elements[0].url).toBe(MESSAGE.url)
      }),
    )
  })
})

describe('chat_b', () => {
  const bodyOf = (given: WebhookMessage) => JSON.parse(webhookBody('chat_b', given))

  it('names what happened, where, and leads there', () => {
    const { content, embeds, allowed_mentions } = bodyOf(MESSAGE)
    expect(content).toBe('**Regression** in shop')
    expect(embeds).toMatchObject([{ title: 'TypeError: x is undefined', url: MESSAGE.url }])
    expect(allowed_mentions).toEqual({ parse: [] })
  })

  it('hostile text mentions nobody, is not markup and stays within the documented limits', () => {
    fc.assert(
      fc.property(message, (given) => {
        const { content, embeds, allowed_mentions } = bodyOf(given)
        expect(allowed_mentions).toEqual({ parse: [] })
        const [embed] = embeds
        const outside = [content.replace(/^\*\*Regression\*\*/, ''), embed.title]
        const values = embed.fields.map(({ value }: { value: string }) => value)
        for (const one of [...outside, ...values]) {
          expect(one).not.toMatch(CALL)
          expect(one.replace(/\\[\\`*_~|>#<[\]:]/g, '')).not.toMatch(/[\\`*_~|>#<[\]]|:\//)
          expect(hidesText(one.replaceAll('@\u200B', ''))).toBe(false)
          expect(one.isWellFormed()).toBe(true)
          expect(one.length).toBeGreaterThan(0)
        }
        expect(content.length).toBeLessThanOrEqual(2000)
        expect(embed.title.length).toBeLessThanOrEqual(256)
        expect(embed.fields.length).toBeLessThanOrEqual(25)
        for (const value of values) expect(value.length).toBeLessThanOrEqual(1024)
        expect(textsOf(embed).join('').length).toBeLessThanOrEqual(6000)
      }),
    )
  })
})

describe('adaptive_card', () => {
  const bodyOf = (given: WebhookMessage) => JSON.parse(webhookBody('adaptive_card', given))
  const cardOf = (given: WebhookMessage) => bodyOf(given).attachments[0].content

  it('names what happened, where, and leads there', () => {
    expect(bodyOf(MESSAGE)).toMatchObject({
      type: 'message',
      summary: 'Regression in shop: TypeError: x is undefined',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }],
    })
    const { body, actions } = cardOf(MESSAGE)
    const lines = body.map(({ inlines }: { inlines: { text: string }[] }) =>
      inlines.map(({ text }) => text).join(''),
    )
    expect(lines).toEqual([
      'Regression in shop',
      'TypeError: x is undefined',
      'Level: error',
      'Environment: production',
      'Release: web@1.4.2',
      'Events: 12',
      'Users: 3',
      'First seen: 2026-11-19 08:00 UTC',
      expect.stringMatching(/^Why: .*1\.4\.0/),
    ])
    expect(actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Errata', url: MESSAGE.url }])
  })

  it('hostile text is nowhere read as markup, calls nobody and stays within the documented size', () => {
    fc.assert(
      fc.property(message, (given) => {
        const text = webhookBody('adaptive_card', given)
        expect(Buffer.byteLength(text)).toBeLessThan(28_000)
        const card = cardOf(given)
        expect(card.msteams).not.toHaveProperty('entities')
        for (const block of card.body) {
          expect(block.type).toBe('RichTextBlock')
          for (const run of block.inlines) {
            expect(run.type).toBe('TextRun')
            expect(run.text).not.toMatch(/\{\{/)
            expect(run.text).not.toMatch(CALL)
            expect(hidesText(run.text.replaceAll('@\u200B', ''))).toBe(false)
            expect(run.text.isWellFormed()).toBe(true)
            expect(run.text.length).toBeGreaterThan(0)
          }
        }
      }),
    )
  })
})
