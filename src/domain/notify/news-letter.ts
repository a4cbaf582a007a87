import { counted, grouped } from '#contract/counted.ts'
import { isComparison, regressionText } from '#contract/issue/regression-text.ts'
import type { NewsKind } from '#contract/vocabulary.ts'
import type { SnoozeEnd } from '../issue/snooze.ts'
import { type LetterBlock, type LetterLinks, letterText } from './letter-layout.ts'
import { newsSubject, projectsText, summarySubject } from './letter-subject.ts'
import { type MailText, readableTime } from './mail-text.ts'
import { countNews, foremostFirst } from './news.ts'
import type { ToldItem, ToldNews } from './told-news.ts'

const NAMES: Record<NewsKind, [one: string, many: string]> = {
  mentioned: ['mention of you', 'mentions of you'],
  assigned: ['issue assigned to you', 'issues assigned to you'],
  snooze_ended: ['ended snooze', 'ended snoozes'],
  issue_created: ['new issue', 'new issues'],
  regression: ['regression', 'regressions'],
  rule_fired: ['alert', 'alerts'],
}

/** The mail that tells a member what happened: one issue in full, or a summary. */
export function newsLetter(news: ToldNews, links: LetterLinks): MailText {
  const { items } = news
  const total = countNews(news)
  const byIssue = [...Map.groupBy(items, ({ url }) => url).values()]
  const only = total === items.length && byIssue.length === 1 ? foremostFirst(items)[0]! : null
  const summary = summaryOf(news)
  const projects = projectsText(news)
  return letterText({
    subject: only ? newsSubject(only) : summarySubject(summary, projects),
    intro: only ? null : `${summary}${projects === '' ? '' : ` in ${projects}`}.`,
    blocks: byIssue.map(blockOf),
    more:
      total > items.length
        ? { text: `${grouped(total - items.length)} more`, url: `${links.origin}/issues` }
        : null,
    reason: 'You get this email because of your notification settings.',
    links,
  })
}

/** `1,000 new issues, 2 regressions`. */
function summaryOf({ counts }: ToldNews): string {
  const parts = (Object.keys(NAMES) as NewsKind[]).flatMap((kind) => {
    const number = counts[kind] ?? 0
    return number === 0 ? [] : [counted(number, ...NAMES[kind])]
  })
  return parts.join(', ')
}

function whatHappened({ kind, by }: ToldItem): string {
  const who = by ?? 'Someone'
  switch (kind) {
    case 'assigned':
      return `${who} assigned an issue to you`
    case 'mentioned':
      return `${who} mentioned you`
    case 'snooze_ended':
      return 'A snooze ended'
    case 'issue_created':
      return 'New issue'
    case 'regression':
      return 'Regression'
    case 'rule_fired':
      return 'Alert'
  }
}

const SNOOZE_ENDS: Record<SnoozeEnd, string> = {
  clock: 'The time of the snooze is over.',
  events: 'It reached the number of events it was snoozed for.',
  users: 'It reached the number of users it was snoozed for.',
}

function whyOf({ kind, note }: ToldItem): string | null {
  if (note === null) return null
  if (kind === 'snooze_ended') return SNOOZE_ENDS[note as SnoozeEnd]
  return isComparison(note) ? regressionText(note) : `Why: ${note}`
}

/** An issue, and everything of the letter that happened to it. */
function blockOf(items: ToldItem[]): LetterBlock {
  const { project, title, url, level, environment, release, events, users, firstSeenAt } = items[0]!
  const facts = [
    level,
    environment,
    ...(release === '' ? [] : [`release ${release}`]),
    counted(events, 'event'),
    counted(users, 'user'),
    `first seen ${readableTime(firstSeenAt)}`,
  ]
  const reasons = items.map(whyOf).filter((reason) => reason !== null)
  return {
    lead: `${[...new Set(items.map(whatHappened))].join(' · ')} in ${project}`,
    title,
    url,
    quotes: items.flatMap(({ comment }) => (comment === null ? [] : [comment])),
    lines: [...new Set(reasons), facts.join(' · ')],
  }
}
