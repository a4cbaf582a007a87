import type { TokenScope } from '../../../api/wire.ts'

/** What a token may be allowed, in plain words. */
export const TOKEN_SCOPES = [
  {
    value: 'read:agent',
    label: 'Read',
    hint: 'Read issues, events, alerts and projects.',
  },
  {
    value: 'write:triage',
    label: 'Triage',
    hint: 'Resolve, ignore, snooze, merge, assign, comment on and delete issues; mark alerts.',
  },
  {
    value: 'write:admin',
    label: 'Administer',
    hint: 'Change projects, keys, webhooks, rules and members. An agent rarely needs it.',
  },
] as const satisfies { value: TokenScope; label: string; hint: string }[]

export function scopeLabel(scope: TokenScope): string {
  return TOKEN_SCOPES.find(({ value }) => value === scope)?.label ?? scope
}
