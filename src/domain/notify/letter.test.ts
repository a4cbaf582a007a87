import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hidesText } from '#contract/hidden-text.ts'
import { digestLetter } from './digest-letter.ts'
import { invitationMail, resetLinkNotice } from './mail-text.ts'
import { newsLetter } from './news-letter.ts'
import type { ToldItem, ToldNews } from './told-news.ts'

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
  ...{ firstSeenAt: Date.UTC(2026, 10, 20, 10), by: null, note: null, comment: null, measure: null },
}
const one = (item: ToldItem): ToldNews => ({
  ...{ items: [item], counts: { [item.kind]: 1 }, projects: [item.project], hasMoreProjects: false },
})

test('one thing: what changed, since when, for how many users, on which release', () => {
  const { subject, text } = newsLetter(one(ITEM), LINKS)
  expect(subject).toBe('New issue: TypeError: x is undefined: 12 events, 3 users · shop')
  expect(text.replaceAll('\u2060', '')).toContain(
    'error · production · release web@1.4.2 · 12 events · 3 users · first seen 2026-11-20 10:00 UTC',
  )
  expect(text).toContain('https://errors.example.com/issues/1')
})

test.each<[Partial<ToldItem>, string]>([
  [
    { kind: 'rule_fired', measure: { events: 120, users: 14, windowMinutes: 10 } },
    'TypeError: x is undefined: 120 events, 14 users in 10 min · shop',
  ],
  [
    { kind: 'rule_fired', measure: { events: 1, users: null, windowMinutes: 60 } },
    'TypeError: x is undefined: 1 event in 60 min · shop',
  ],
  [{ kind: 'rule_fired' }, 'Alert: TypeError: x is undefined: 12 events, 3 users · shop'],
  [{ kind: 'regression' }, 'Regression in web@1.4.2: TypeError: x is undefined: 12 events, 3 users · shop'],
  [{ kind: 'regression', release: '' }, 'Regression: TypeError: x is undefined: 12 events, 3 users · shop'],
  [{ kind: 'assigned', by: 'Ada' }, 'Ada assigned you TypeError: x is undefined: 12 events, 3 users · shop'],
  [{ kind: 'mentioned', by: null }, 'Someone mentioned you: TypeError: x is undefined · shop'],
])('the subject has the numbers that matter: %o', (change, subject) => {
  expect(newsLetter(one({ ...ITEM, ...change }), LINKS).subject).toBe(subject)
})

test('a long title leaves room for the numbers and the project', () => {
  const { subject } = newsLetter(one({ ...ITEM, title: 'x'.repeat(250) }), LINKS)
  expect(subject).toMatch(/^New issue: x{89}…: 12 events, 3 users · shop$/)
})

test.each([
  [['shop'], false, '1,000 new issues, 1 regression · shop'],
  [['shop', 'billing'], false, '1,000 new issues, 1 regression · shop and billing'],
  [['shop', 'billing', 'web'], false, '1,000 new issues, 1 regression · shop, billing and 1 other project'],
  [['a', 'b', 'c', 'd'], true, '1,000 new issues, 1 regression · a, b and at least 2 other projects'],
])(
  'a storm in %o: numbers, projects, some issues, and where the rest is',
  (projects, hasMoreProjects, told) => {
    const counts = { issue_created: 1000, regression: 1 }
    const items: ToldItem[] = [ITEM, { ...ITEM, kind: 'regression' }]
    const { subject, text } = newsLetter({ items, counts, projects, hasMoreProjects }, LINKS)
    expect(subject).toBe(told)
    expect(text).toContain('999 more: https://errors.example.com/issues')
  },
)

test('a mention quotes the comment, on one line', () => {
  const mentioned = { ...ITEM, kind: 'mentioned' as const, by: 'Ada', comment: 'look\nat this' }
  const { text, html } = newsLetter(one(mentioned), LINKS)
  expect(text).toContain('\n> look at this\n')
  expect(html).toContain('<span class="quote">look at this</span>')
})

test('an issue to which several things happened is told once, and a letter about it alone is named after it', () => {
  const back = { ...ITEM, kind: 'regression' as const, note: 'it came back' }
  const asked = { ...ITEM, kind: 'mentioned' as const, by: 'Ada', comment: 'look' }
  const counts = { issue_created: 1, regression: 1, mentioned: 2 }
  const items = [ITEM, back, asked, { ...asked, comment: 'please' }]
  const { subject, text } = newsLetter({ ...one(ITEM), items, counts }, LINKS)
  expect(subject).toBe('Ada mentioned you: TypeError: x is undefined · shop')
  const shown = text.replaceAll('\u2060', '')
  expect(shown).toMatch(
    /^New issue · Regression · Ada mentioned you in shop: TypeError: x is undefined\n> look\n> please\n/,
  )
  expect(shown.match(/12 events/g)).toHaveLength(1)
})

test('a digest tells the events of the week from those of all time', () => {
  const issue = {
    ...{ project: 'shop', title: 'TypeError: x', url: `${LINKS.origin}/issues/1` },
    ...{ eventsOfWeek: 12, events: 4000, users: 1, reasons: ['level fatal (+200)', 'unread alert (+500)'] },
  }
  const week = { organization: 'Acme', newIssues: 1, regressions: 0, assigned: 2, issues: [issue] }
  const { subject, text } = digestLetter(week, LINKS)!
  expect(subject).toBe('Your week in Acme: 1 new issue, 0 regressions, 2 open issues assigned to you')
  expect(text).toContain('12 events in 7 days · 4,000 events and 1 user in all\nlevel fatal · unread alert\n')
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'https://evil.example/x',
    '<a href=x>',
    'a\r\nBcc: eve@example.com',
    'www.evil.example',
    '\u202Egpj',
    'in\u3164vi\u{e0041}sible',
    `a${'\u0301'.repeat(40)}`,
  ),
)

test('whatever strangers write, no link, no markup and no header comes of it', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, release, project) => {
      const { subject, text, html } = newsLetter(
        one({ ...ITEM, kind: 'regression', title, release, project }),
        LINKS,
      )
      expect(hidesText(subject)).toBe(false)
      expect(subject).not.toMatch(/[\t\r\n]/)
      const own = [ITEM.url, LINKS.unsubscribe, `${LINKS.origin}/account`]
      expect(text.match(/(?:https?:\/\/|www\.)[^\s\u2060]\S*/g)).toEqual([own[0], own[2], own[1]])
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([own[0], own[2], own[1]])
      const tags = ['html', 'head', 'meta', 'style', 'body', 'div', 'p', 'span', 'br', 'strong', 'a', 'hr']
      expect(new Set(html.match(/<(\w+)/g))).toEqual(new Set(tags.map((tag) => `<${tag}`)))
    }),
  )
})

test('nor of the names of people and organizations in emails about accounts', () => {
  const url = `${LINKS.origin}/invite#token=t`
  fc.assert(
    fc.property(hostile, hostile, (organization, invitedBy) => {
      const invitation = invitationMail({ organization, invitedBy, url, expiresAt: 0 })
      const notice = resetLinkNotice({ madeBy: invitedBy, at: 0 })
      for (const { subject, text, html } of [invitation, notice]) {
        expect(hidesText(subject)).toBe(false)
        expect(subject.length).toBeLessThanOrEqual(200)
        expect(subject).not.toMatch(/[\t\r\n]/)
        expect(hidesText(text.replaceAll('\u2060', ''))).toBe(false)
        const links = text === invitation.text ? [url] : []
        expect(text.match(/(?:https?:\/\/|www\.)[^\s\u2060]\S*/g) ?? []).toEqual(links)
        expect([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual(links)
      }
    }),
  )
})
