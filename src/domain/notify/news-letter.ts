import { counted, grouped } from '#contract/counted.ts'
import { isComparison, regressionText } from '#contract/issue/regression-text.ts'
import type { NewsKind } from '#contract/vocabulary.ts'
import { type LetterBlock, type LetterLinks, letterText } from './letter-layout.ts'
import { newsSubject, projectsText, summarySubject } from './letter-subject.ts'
import { type MailText, readableTime } from './mail-text.ts'
import type { ToldItem, ToldNews } from './told-news.ts'

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
  const projects = projectsText(news)
  return letterText({
    subject: isOne ? newsSubject(only) : summarySubject(summary, projects),
    intro: isOne ? null : `${summary}${projects === '' ? '' : ` in ${projects}`}.`,
    blocks: items.map(blockOf),
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

function whyOf(note: string): string {
  return isComparison(note) ? regressionText(note) : `Why: ${note}`
}

function blockOf(item: ToldItem): LetterBlock {
  const { level, environment, release, events, users, note, comment } = item
  const facts = [
    level,
    environment,
    ...(release === '' ? [] : [`release ${release}`]),
    counted(events, 'event'),
    counted(users, 'user'),
    `first seen ${readableTime(item.firstSeenAt)}`,
  ]
  return {
    lead: leadOf(item),
    title: item.title,
    url: item.url,
    quote: comment,
    lines: [...(note === null ? [] : [whyOf(note)]), facts.join(' · ')],
  }
}
