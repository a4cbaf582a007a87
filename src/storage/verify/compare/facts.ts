import { epochHour } from '#contract/time.ts'
import { tagCountsOf } from '../../issue/tag.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts, OwnNumbers } from '../issue-facts.ts'

/** What is wrong with one issue by itself; its family is looked at elsewhere. */
export function compareFacts(facts: IssueFacts): Difference[] {
  const { issue, own } = facts
  const subject = `issue ${issue.uid}`
  const found = [...stateProblems(facts), ...tagProblems(facts)]
  if (own) found.push(...countProblems(facts, own), ...timeProblems(facts, own))
  return found.map(([check, message]) => ({ check, subject, message }))
}

type Problem = [check: string, message: string]

function countProblems(facts: IssueFacts, own: OwnNumbers): Problem[] {
  const { hours, events, facets, users } = facts
  const environments = facets.get('environment')?.count ?? 0
  const releases = facets.get('release')?.count ?? 0
  const countedOnly = own.event_count - own.stored_event_count - own.evicted_event_count
  return [
    ...unequal('issue.event_count', own.event_count, [hours.count, 'the sum of its hours']),
    ...unequal('issue.stored_event_count', own.stored_event_count, [hours.stored, 'the sum of its hours']),
    ...unequal('issue.stored_event_count', own.stored_event_count, [
      events.count,
      'the number of its events',
    ]),
    ...unequal('issue.evicted_event_count', own.evicted_event_count, [hours.evicted, 'the sum of its hours']),
    ...unequal('issue.unique_user_count', own.unique_user_count, [users, 'the number of its users']),
    ...unequal('issue.event_count', own.event_count, [environments, 'the sum of its environments']),
    ...problem(
      countedOnly < 0,
      'issue.ledger',
      `stored and evicted are ${-countedOnly} more than event_count`,
    ),
    ...problem(hours.broken > 0, 'hour.ledger', `${hours.broken} of its hours have more parts than events`),
    ...problem(
      releases + events.withoutRelease > own.event_count,
      'facet.release',
      `its releases count ${releases} and ${events.withoutRelease} events name none, of ${own.event_count}`,
    ),
    ...['browser', 'os'].flatMap((facet) => {
      const count = facets.get(facet)?.count ?? 0
      const most = own.stored_event_count + own.evicted_event_count
      return problem(count > most, `facet.${facet}`, `counts ${count} of ${most} events that were stored`)
    }),
  ]
}

function timeProblems(facts: IssueFacts, own: OwnNumbers): Problem[] {
  const { hours, events, facets } = facts
  const seen = facets.get('environment')
  const { first_seen_at: first, last_seen_at: last } = own
  if (own.event_count === 0) return [['issue.event_count', 'it has no events']]
  return [
    ...unequal('issue.first_seen_at', first, [seen?.first ?? 0, 'that of its environments']),
    ...unequal('issue.last_seen_at', last, [seen?.last ?? 0, 'that of its environments']),
    ...unequal('issue.first_seen_at', epochHour(first), [hours.first, 'its first hour']),
    ...unequal('issue.last_seen_at', epochHour(last), [hours.last, 'its last hour']),
    ...problem(
      events.count > 0 && (events.first < first || events.last > last),
      'event.occurred_at',
      'an event occurred before it was first seen, or after it was last seen',
    ),
  ]
}

function tagProblems({ issue, tags }: IssueFacts): Problem[] {
  const counts = tagCountsOf(issue.tag_counts)
  return [...new Set([...counts.keys(), ...tags.keys()])].flatMap((key) => {
    const [stored, found] = [counts.get(key) ?? 0, tags.get(key) ?? 0]
    const message = `it counts ${stored} values of the tag ${JSON.stringify(key)} and has ${found}`
    return problem(stored !== found, 'tag.value_count', message)
  })
}

function stateProblems({ issue, own, hasOwnRow, events, fingerprints }: IssueFacts): Problem[] {
  const isResolved = issue.status === 'resolved'
  const holds = [issue.snooze_until, issue.snooze_until_count, issue.snooze_until_users]
  return [
    ...problem(own === null, 'family.own', 'others are merged into it, but its own numbers are missing'),
    ...problem(
      hasOwnRow && issue.has_merged === 0,
      'family.own',
      'nothing is merged into it, but it has a row of separate numbers',
    ),
    ...problem(
      events.ofOtherProject > 0,
      'event.project',
      `${events.ofOtherProject} of its events are of another project`,
    ),
    ...problem(
      issue.is_placeholder === 0 && fingerprints === 0,
      'issue.fingerprint',
      'it has no fingerprint, so its next event would start a new issue',
    ),
    ...problem(
      isResolved !== (issue.resolved_at !== null),
      'issue.resolved_at',
      `its status is ${issue.status}, but resolved_at is ${isResolved ? 'missing' : 'set'}`,
    ),
    ...problem(
      !isResolved && (issue.resolved_base_release !== null || issue.resolved_comparison !== null),
      'issue.resolved_base_release',
      `its status is ${issue.status}, but it still has a release to compare returning events with`,
    ),
    ...problem(
      holds.filter((hold) => hold !== null).length > 1,
      'issue.snooze',
      'it is snoozed in two ways at once',
    ),
  ]
}

function unequal(check: string, stored: number, [recomputed, source]: [number, string]): Problem[] {
  const column = check.slice(check.indexOf('.') + 1)
  return problem(stored !== recomputed, check, `${column} is ${stored}, ${source} is ${recomputed}`)
}

function problem(isWrong: boolean, check: string, message: string): Problem[] {
  return isWrong ? [[check, message]] : []
}
