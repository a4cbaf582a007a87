import { counted } from '#contract/counted.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { IssueStatus, Level } from '#contract/vocabulary.ts'

/** Points of the queue's score; storage adds them up in SQL, for every candidate. */
export const PRIORITY = {
  regression: 1000,
  failedFix: 900,
  unreadAlert: 500,
  fatal: 200,
  error: 100,
  newInLatestRelease: 150,
  perTenfoldEvents: 50,
  mostForEvents: 300,
  perUser: 10,
  mostForUsers: 200,
  lastSeen: [
    { hours: 1, points: 100 },
    { hours: 24, points: 80 },
    { hours: 72, points: 50 },
  ],
} as const

export interface PriorityFacts {
  status: IssueStatus
  level: Level
  eventCount: number
  uniqueUserCount: number
  lastSeenAt: number
  hasUnreadAlert: boolean
  hasFailedFix: boolean
  isNewInLatestRelease: boolean
}

export interface Priority {
  score: number
  /** Each with its points, in the order of the rules. Made of numbers only: nothing that a client has written. */
  reasons: string[]
}

export function priorityOf(facts: PriorityFacts, now: number): Priority {
  const parts: [points: number, reason: string][] = [
    [
      facts.status === 'regression' ? PRIORITY.regression : 0,
      'regression: it came back after it was resolved',
    ],
    [
      facts.status === 'resolved' && facts.hasFailedFix ? PRIORITY.failedFix : 0,
      'still failing: it happens in the release that has its fix',
    ],
    [facts.hasUnreadAlert ? PRIORITY.unreadAlert : 0, 'unread alert'],
    [levelPoints(facts.level), `level ${facts.level}`],
    [
      facts.isNewInLatestRelease ? PRIORITY.newInLatestRelease : 0,
      'new in the latest release of its project',
    ],
    [eventPoints(facts.eventCount), counted(facts.eventCount, 'event')],
    [userPoints(facts.uniqueUserCount), `${counted(facts.uniqueUserCount, 'user')} affected`],
    lastSeenPart(now - facts.lastSeenAt),
  ]
  const scored = parts.filter(([points]) => points > 0)
  return {
    score: scored.reduce((sum, [points]) => sum + points, 0),
    reasons: scored.map(([points, reason]) => `${reason} (+${points})`),
  }
}

function levelPoints(level: Level): number {
  return level === 'fatal' || level === 'error' ? PRIORITY[level] : 0
}

function eventPoints(events: number): number {
  const points = Math.floor(PRIORITY.perTenfoldEvents * Math.log10(events + 1))
  return Math.min(PRIORITY.mostForEvents, points)
}

function userPoints(users: number): number {
  return Math.min(PRIORITY.mostForUsers, PRIORITY.perUser * users)
}

function lastSeenPart(ageMs: number): [number, string] {
  const part = PRIORITY.lastSeen.find(({ hours }) => ageMs <= hours * HOUR_MS)
  return part ? [part.points, `last seen within ${counted(part.hours, 'hour')}`] : [0, '']
}
