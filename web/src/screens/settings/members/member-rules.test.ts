import { describe, expect, it } from 'vitest'
import type { Member, Role } from '../../../api/wire.ts'
import { memberRules, refusedNewRole } from './member-rules.ts'

let next = 0
const person = (role: Role, pending = false): Member => ({
  id: String(next++),
  email: `${role}@example.com`,
  name: '',
  role,
  created_at: '2026-11-01T00:00:00.000Z',
  last_seen_at: null,
  two_factor: false,
  single_sign_on: false,
  pending,
  invitation: null,
})

describe('memberRules', () => {
  const owner = person('owner')
  const admin = person('admin')
  const member = person('member')

  it('the last owner keeps the role and stays, an owner who has not joined does not count', () => {
    const rules = memberRules('owner', owner, [owner, admin, person('owner', true)])
    expect(rules.roleFixed).toMatch(/only owner/)
    expect(rules.kept).toMatch(/only owner/)
  })

  it('one of two owners can be changed and removed by an owner', () => {
    const rules = memberRules('owner', owner, [owner, person('owner')])
    expect([rules.roleFixed, rules.kept, rules.refusedRole('member')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('an admin neither makes nor unmakes owners, and resets the passwords of members only', () => {
    const all = [owner, person('owner'), admin, member]
    const ofOwner = memberRules('admin', owner, all)
    expect([ofOwner.roleFixed, ofOwner.kept, ofOwner.noLink]).toEqual(
      Array(3).fill(expect.stringMatching(/owner/)),
    )
    const ofMember = memberRules('admin', member, all)
    expect([ofMember.roleFixed, ofMember.kept, ofMember.noLink]).toEqual(Array(3).fill(undefined))
    expect(ofMember.refusedRole('owner')).toMatch(/Only an owner/)
    expect(ofMember.refusedRole('admin')).toBeUndefined()
    expect(memberRules('admin', admin, all).noLink).toMatch(/Only an owner/)
    expect(refusedNewRole('admin', 'owner')).toMatch(/Only an owner/)
  })
})
