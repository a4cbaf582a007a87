import { counted } from '#contract/counted.ts'
import { calmText } from '../alert/webhook-chat-text.ts'
import { cutText } from '../event/bounds.ts'
import type { ToldItem, ToldNews } from './told-news.ts'

/** Mail programs show some hundred characters: the title leaves room for the numbers and the project. */
const TITLE_CHARS = 90
const NAME_CHARS = 40
/** More are counted. */
const NAMED_PROJECTS = 2

/** One thing in a line: `PaymentError: card declined: 120 events, 14 users in 10 min · shop`. */
export function newsSubject(item: ToldItem): string {
  const project = cutText(calmText(item.project), NAME_CHARS)
  return `${headline(item)} · ${project}`
}

function headline({ kind, title, by, release, events, users, measure }: ToldItem): string {
  const shown = cutText(calmText(title), TITLE_CHARS)
  const who = by === null ? 'Someone' : cutText(calmText(by), NAME_CHARS)
  const numbers = `${counted(events, 'event')}${people(users)}`
  switch (kind) {
    case 'assigned':
      return `${who} assigned you ${shown}: ${numbers}`
    case 'mentioned':
      return `${who} mentioned you: ${shown}`
    case 'snooze_ended':
      return `Snooze ended: ${shown}: ${numbers}`
    case 'issue_created':
      return `New issue: ${shown}: ${numbers}`
    case 'regression':
      return `Regression${release === '' ? '' : ` in ${cutText(calmText(release), NAME_CHARS)}`}: ${shown}: ${numbers}`
    case 'rule_fired':
      return measure === null ? `Alert: ${shown}: ${numbers}` : `${shown}: ${windowText(measure)}`
  }
}

function windowText({ events, users, windowMinutes }: NonNullable<ToldItem['measure']>): string {
  return `${counted(events, 'event')}${people(users)} in ${windowMinutes} min`
}

/** Many things in a line: `1,000 new issues, 2 regressions · shop and billing`. */
export function summarySubject(summary: string, projects: string): string {
  return projects === '' ? summary : `${summary} · ${projects}`
}

/** `shop`, `shop and billing`, `shop, billing and 3 other projects`; empty if none is known. */
export function projectsText({
  projects,
  hasMoreProjects,
}: Pick<ToldNews, 'projects' | 'hasMoreProjects'>): string {
  const names = projects.slice(0, NAMED_PROJECTS).map((name) => cutText(calmText(name), NAME_CHARS))
  const others = projects.length - names.length
  if (others === 0) return names.join(' and ')
  return `${names.join(', ')} and ${hasMoreProjects ? 'at least ' : ''}${counted(others, 'other project')}`
}

/** `, 14 users`; empty if no event named a user. */
function people(users: number | null): string {
  return users === null || users === 0 ? '' : `, ${counted(users, 'user')}`
}
