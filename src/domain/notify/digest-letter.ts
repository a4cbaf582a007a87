import type { MailText } from '../alert/mail-text.ts'
import { type LetterLinks, letterText } from './letter-layout.ts'

export interface Week {
  organization: string
  newIssues: number
  regressions: number
  assigned: number
  /** Most urgent first. */
  issues: { project: string; title: string; url: string; events: number; users: number; reasons: string[] }[]
}

/** The mail that sums up a week; null if there is nothing to say. */
export function digestLetter(week: Week, links: LetterLinks): MailText | null {
  const { organization, newIssues, regressions, assigned, issues } = week
  if (newIssues + regressions + assigned + issues.length === 0) return null
  const number = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? one : many}`
  const summary = [
    number(newIssues, 'new issue', 'new issues'),
    number(regressions, 'regression', 'regressions'),
    `${number(assigned, 'open issue', 'open issues')} assigned to you`,
  ].join(', ')
  return letterText({
    subject: `Your week in ${organization}: ${summary}`,
    intro: `The last 7 days in ${organization}: ${summary}.`,
    blocks: issues.map(({ project, title, url, events, users, reasons }) => ({
      lead: `Needs attention in ${project}`,
      title,
      url,
      lines: [
        `${number(events, 'event', 'events')} · ${number(users, 'user', 'users')}`,
        reasons.join(' · '),
      ],
    })),
    more: { text: 'All issues, most urgent first', url: `${links.origin}/issues` },
    reason: 'You get this email because you subscribed to the weekly digest.',
    links,
  })
}
