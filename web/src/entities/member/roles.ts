import type { Role } from '../../api/wire.ts'

export const ROLES = [
  {
    value: 'owner',
    label: 'Owner',
    hint: 'Everything, deleting projects and choosing owners included.',
  },
  {
    value: 'admin',
    label: 'Admin',
    hint: 'Looks after projects, keys, rules, webhooks, tokens and members.',
  },
  { value: 'member', label: 'Member', hint: 'Triages issues and alerts, and reads all but secrets.' },
] as const satisfies { value: Role; label: string; hint: string }[]

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}
