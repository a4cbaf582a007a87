import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newsLetter, type ToldItem } from './news-letter.ts'

const LINKS = {
  origin: 'https://errors.example.com',
  unsubscribe: 'https://errors.example.com/unsubscribe?token=t',
}
const ITEM: ToldItem = {
  ...{
    kind: 'issue_created',
    project: 'shop',
    title: 'TypeError: x is undefined',
    url: `${LINKS.origin}/issues/1`,
  },
  ...{ level: 'error', environment: 'production', release: 'web@1.4.2', events: 12, users: 3 },
  ...{ firstSeenAt: Date.UTC(2026, 10, 20, 10), by: null, note: null, comment: null },
}

test('one thing: what changed, since when, for how many users, on which release', () => {
  const { subject, text } = newsLetter({ items: [ITEM], counts: { issue_created: 1 } }, LINKS)
  expect(subject).toBe('New issue in shop: TypeError: x is undefined')
  expect(text.replaceAll('\u2060', '')).toContain(
    'error · production · release web@1.4.2 · 12 events · 3 users · since 2026-11-20 10:00 UTC',
  )
  expect(text).toContain('https://errors.example.com/issues/1')
})

test('a storm: numbers, some issues, and where the rest is', () => {
  const counts = { issue_created: 1000, regression: 1 }
  const { subject, text } = newsLetter({ items: [ITEM, { ...ITEM, kind: 'regression' }], counts }, LINKS)
  expect(subject).toBe('1,000 new issues, 1 regression')
  expect(text).toContain('999 more: https://errors.example.com/issues')
})

test('who assigned, and what was said', () => {
  const assigned = { ...ITEM, kind: 'assigned' as const, by: 'Ada' }
  const mentioned = { ...ITEM, kind: 'mentioned' as const, by: 'Ada', comment: 'look\nat this' }
  expect(newsLetter({ items: [assigned], counts: { assigned: 1 } }, LINKS).subject).toBe(
    'Ada assigned an issue to you in shop: TypeError: x is undefined',
  )
  expect(newsLetter({ items: [mentioned], counts: { mentioned: 1 } }, LINKS).text).toContain('look at this')
})

test('whatever strangers write, no link, no markup and no header comes of it', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'https://evil.example/x',
      '<a href=x>',
      'a\r\nBcc: eve@example.com',
      'www.evil.example',
      '\u202Egpj',
    ),
  )
  fc.assert(
    fc.property(hostile, hostile, (title, release) => {
      const { subject, text, html } = newsLetter(
        { items: [{ ...ITEM, title, release }], counts: { issue_created: 1 } },
        LINKS,
      )
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E]/u)
      const own = [ITEM.url, LINKS.unsubscribe, `${LINKS.origin}/account`]
      expect(text.match(/(?:https?:\/\/|www\.)[^\s\u2060]\S*/g)).toEqual([own[0], own[2], own[1]])
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([own[0], own[2], own[1]])
      expect(html.match(/<(\w+)/g)).toEqual(
        expect.arrayContaining(['<html', '<body', '<p', '<br', '<strong', '<a', '<hr']),
      )
      expect(new Set(html.match(/<(\w+)/g))).toEqual(
        new Set(['<html', '<body', '<p', '<br', '<strong', '<a', '<hr']),
      )
    }),
  )
})
