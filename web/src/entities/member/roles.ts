import type { Role } from '../../api/wire.ts'

export const ROLES = [
  {
    value: 'owner',
    label: 'Owner',
    hint: 'Full access, including deleting projects and managing owners.',
  },
  {
    value: 'admin',
    label: 'Admin',
    hint: 'Can manage projects, keys, rules, webhooks, tokens and members.',
  },
  { value: 'member', label: 'Member', hint: 'Can triage issues and view everything except secrets.' },
] as const satisfies { value: Role; label: string; hint: string }[]

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}
