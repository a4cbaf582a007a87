import { counted } from '#contract/counted.ts'
import { replaceHidden } from '#contract/hidden-text.ts'
import { regressionText } from '#contract/issue/regression-text.ts'
import type { JsonObject } from '#contract/scalars.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/vocabulary.ts'
import type { WebhookMessage } from './webhook-message.ts'

const BLANKS = /[\s\p{Co}]+/gu
/** Words that call everyone in some chat, whatever is written around them. */
const CALLS = /@(?=everyone|here|channel|group)/gi
const ZERO_WIDTH_SPACE = '\u200B'
const ELLIPSIS = '…'

/** Text from outside on one line, with nothing in it that is not seen, and nothing that calls people. */
export function calmText(text: string): string {
  return replaceHidden(text.toWellFormed(), () => ' ')
    .replace(BLANKS, ' ')
    .trim()
    .replace(CALLS, `@${ZERO_WIDTH_SPACE}`)
}

/** What a chat service takes for the character alone. */
type Escaped = (character: string, next: string) => string

/** As much as fits into `limit` UTF-16 units once escaped; never empty, which chat services refuse. */
export function fittingText(text: string, limit: number, escaped: Escaped): string {
  const plain = Array.from(calmText(text))
  const characters = plain.map((character, index) => escaped(character, plain[index + 1] ?? ''))
  let length = 0
  const end = characters.findIndex((character) => {
    length += character.length
    return length > limit
  })
  if (end === -1) return characters.join('') || '-'
  let kept = characters.slice(0, end)
  while (kept.join('').length > limit - ELLIPSIS.length) kept = kept.slice(0, -1)
  return kept.join('') + ELLIPSIS
}

const HEADINGS: Record<WebhookMessage['event'], string> = {
  issue_created: 'New issue',
  regression: 'Regression',
  velocity_spike: 'Spike',
  custom_rule: 'Alert rule',
  summary: 'Summary',
  test: 'Test',
}

export function headingOf({ event }: WebhookMessage): string {
  return HEADINGS[event]
}

const COUNTED: Record<WebhookEvent, [one: string, many: string]> = {
  issue_created: ['new issue', 'new issues'],
  regression: ['regression', 'regressions'],
  velocity_spike: ['spike', 'spikes'],
  custom_rule: ['alert', 'alerts'],
}

/** The content of a summary: `990 new issues, 2 regressions within a minute`. */
export function summaryTitle(counts: JsonObject): string {
  const parts = WEBHOOK_EVENTS.flatMap((event) => {
    const count = Number(counts[event] ?? 0)
    return count === 0 ? [] : [counted(count, ...COUNTED[event])]
  })
  return `${parts.join(', ')} within a minute`
}

export type Fact = readonly [name: string, value: string]

export function factsOf(message: WebhookMessage): Fact[] {
  const { rule, level, environment, release, event_count: events, unique_user_count: users } = message
  const { note, reason = note } = message.details
  const since = message.first_seen_at?.slice(0, 16).replace('T', ' ')
  const facts: (readonly [string, string | number | null])[] = [
    ['Project', message.project_name],
    ['Rule', rule?.name ?? null],
    ['Level', level],
    ['Environment', environment],
    ['Release', release],
    ['Events', events],
    ['Users', users],
    ['First seen', since === undefined ? null : `${since} UTC`],
    ['Why', typeof reason === 'string' ? regressionText(reason) : null],
  ]
  return facts.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, String(value)] as const],
  )
}
