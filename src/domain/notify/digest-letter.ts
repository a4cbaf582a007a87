import { counted } from '#contract/counted.ts'
import { reasonsText } from '#contract/reasons-text.ts'
import { type LetterLinks, letterText } from './letter-layout.ts'
import type { MailText } from './mail-text.ts'

export interface Week {
  organization: string
  newIssues: number
  regressions: number
  assigned: number
  /** Most urgent first. */
  issues: {
    project: string
    title: string
    url: string
    eventsOfWeek: number
    events: number
    users: number
    reasons: string[]
  }[]
}

/** The mail that sums up a week; null if there is nothing to say. */
export function digestLetter(week: Week, links: LetterLinks): MailText | null {
  const { organization, newIssues, regressions, assigned, issues } = week
  if (newIssues + regressions + assigned + issues.length === 0) return null
  const summary = [
    counted(newIssues, 'new issue'),
    counted(regressions, 'regression'),
    `${counted(assigned, 'open issue')} assigned to you`,
  ].join(', ')
  return letterText({
    subject: `Your week in ${organization}: ${summary}`,
    intro: `The last 7 days in ${organization}: ${summary}.${issues.length === 0 ? '' : ' Most urgent now:'}`,
    blocks: issues.map(({ project, title, url, eventsOfWeek, events, users, reasons }) => ({
      lead: project,
      title,
      url,
      quotes: [],
      lines: [
        `${counted(eventsOfWeek, 'event')} in 7 days · ${counted(events, 'event')} and ${counted(users, 'user')} in all`,
        reasonsText(reasons),
      ],
    })),
    more: { text: 'All issues', url: `${links.origin}/issues` },
    reason: 'You get this email because you subscribed to the weekly digest.',
    links,
  })
}
