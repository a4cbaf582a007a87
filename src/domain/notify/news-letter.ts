import type { NewsKind } from '#contract/vocabulary.ts'
import { type MailText, readableTime } from '../alert/mail-text.ts'
import { type LetterBlock, type LetterLinks, letterText } from './letter-layout.ts'

/** One thing that happened, with what its issue is like by now. */
export interface ToldItem {
  kind: NewsKind
  project: string
  title: string
  url: string
  level: string
  environment: string
  release: string
  events: number
  users: number
  firstSeenAt: number
  /** The actor; null: nobody, or nobody who can be named. */
  by: string | null
  /** Why. */
  note: string | null
  comment: string | null
}

export interface ToldNews {
  items: ToldItem[]
  counts: Partial<Record<NewsKind, number>>
}

const NAMES: Record<NewsKind, [one: string, many: string]> = {
  mentioned: ['mention of you', 'mentions of you'],
  assigned: ['issue assigned to you', 'issues assigned to you'],
  issue_created: ['new issue', 'new issues'],
  regression: ['regression', 'regressions'],
  rule_fired: ['alert', 'alerts'],
}

/** The mail that tells a member what happened: one thing in full, or a summary. */
export function newsLetter(news: ToldNews, links: LetterLinks): MailText {
  const { items } = news
  const total = Object.values(news.counts).reduce((sum, count) => sum + count, 0)
  const [only] = items
  const isOne = total === 1 && only !== undefined
  const summary = summaryOf(news)
  return letterText({
    subject: isOne ? `${leadOf(only)}: ${only.title}` : summary,
    intro: isOne ? null : `${summary}.`,
    blocks: items.map(blockOf),
    more:
      total > items.length
        ? { text: `${count(total - items.length)} more`, url: `${links.origin}/issues` }
        : null,
    reason: 'You get this email because of your notification settings.',
    links,
  })
}

/** `1,000 new issues, 2 regressions in shop`. */
function summaryOf({ items, counts }: ToldNews): string {
  const parts = (Object.keys(NAMES) as NewsKind[]).flatMap((kind) => {
    const number = counts[kind] ?? 0
    return number === 0 ? [] : [`${count(number)} ${NAMES[kind][number === 1 ? 0 : 1]}`]
  })
  const projects = new Set(items.map(({ project }) => project))
  const total = Object.values(counts).reduce((sum, number) => sum + number, 0)
  // The project of items beyond the listed ones is not known.
  return parts.join(', ') + (projects.size === 1 && total <= items.length ? ` in ${[...projects][0]}` : '')
}

function leadOf({ kind, project, by }: ToldItem): string {
  const who = by ?? 'Someone'
  switch (kind) {
    case 'assigned':
      return `${who} assigned an issue to you in ${project}`
    case 'mentioned':
      return `${who} mentioned you in ${project}`
    case 'issue_created':
      return `New issue in ${project}`
    case 'regression':
      return `Regression in ${project}`
    case 'rule_fired':
      return `Alert in ${project}`
  }
}

function blockOf(item: ToldItem): LetterBlock {
  const { level, environment, release, events, users, note, comment } = item
  const facts = [
    level,
    environment,
    ...(release === '' ? [] : [`release ${release}`]),
    `${count(events)} ${events === 1 ? 'event' : 'events'}`,
    `${count(users)} ${users === 1 ? 'user' : 'users'}`,
    `since ${readableTime(item.firstSeenAt)}`,
  ]
  return {
    lead: leadOf(item),
    title: item.title,
    url: item.url,
    lines: [
      ...(comment === null ? [] : [comment]),
      facts.join(' · '),
      ...(note === null ? [] : [`Why: ${note}`]),
    ],
  }
}

function count(number: number): string {
  return number.toLocaleString('en')
}
