import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, TOKEN_SCOPES } from '#contract/vocabulary.ts'
import { ACCESS, type AccessRule, type Permission, roleMay, tokenRefusal } from './permissions.ts'

const permissions = Object.keys(ACCESS) as Permission[]
const ruleOf = (permission: Permission): AccessRule => ACCESS[permission]
const permission = fc.constantFrom(...permissions)
const role = fc.constantFrom(...ROLES)
const scopes = fc.subarray([...TOKEN_SCOPES])

describe('who may do what', () => {
  it.each(permissions)(
    '%s: read:agent to read, write:triage for issues and alerts, write:admin for the rest',
    (name) => {
      const reads = name.endsWith(':read') || name === 'token:self'
      const scope = reads ? 'read:agent' : name.endsWith(':triage') ? 'write:triage' : 'write:admin'
      expect(ruleOf(name).scope).toBe(name === 'account' ? null : scope)
      const sessionOnly = ['account', 'tokens:manage', 'members:reset', 'organization:write']
      expect(ruleOf(name).sessionOnly).toBe(sessionOnly.includes(name))
    },
  )

  it.each(permissions)(
    '%s: triage and reads for members, the rest for admins, deletion of projects and the organization for owners',
    (name) => {
      const ofMembers = [...permissions.filter((other) => /:(read|triage|self|test)$/.test(other)), 'account']
      const isOfAdmins = ['audit:read', 'dead-letters:read', 'webhooks:read'].includes(name)
      const least = ofMembers.includes(name) && !isOfAdmins ? 'member' : 'admin'
      const isOfOwners = ['projects:delete', 'organization:write'].includes(name)
      expect(ruleOf(name).role).toBe(isOfOwners ? 'owner' : least)
    },
  )

  it('lets a role do all that a lesser role may', () => {
    fc.assert(
      fc.property(permission, fc.constantFrom(0, 1), (name, at) => {
        expect(roleMay(ROLES[at]!, name) || !roleMay(ROLES[at + 1]!, name)).toBe(true)
        expect(roleMay('owner', name)).toBe(true)
      }),
    )
  })

  it('never lets a token do more than its creator, or anything that needs a session', () => {
    fc.assert(
      fc.property(permission, role, scopes, (name, role, scopes) => {
        if (tokenRefusal({ role, scopes }, name) !== null) return
        expect(roleMay(role, name)).toBe(true)
        expect(ruleOf(name)).toMatchObject({ sessionOnly: false })
        expect(scopes).toContain(ruleOf(name).scope)
      }),
    )
  })

  it('never takes anything away from a token that gets one more scope or a higher role', () => {
    fc.assert(
      fc.property(permission, role, scopes, scopes, (name, role, scopes, more) => {
        if (tokenRefusal({ role, scopes }, name) !== null) return
        expect(tokenRefusal({ role, scopes: [...scopes, ...more] }, name)).toBeNull()
        expect(tokenRefusal({ role: 'owner', scopes }, name)).toBeNull()
      }),
    )
  })

  it('gives no scope the rights of another', () => {
    fc.assert(
      fc.property(permission, fc.constantFrom(...TOKEN_SCOPES), (name, scope) => {
        const may = tokenRefusal({ role: 'owner', scopes: [scope] }, name) === null
        expect(may).toBe(!ruleOf(name).sessionOnly && ruleOf(name).scope === scope)
      }),
    )
  })

  it('says first that the scope is missing, then that a session is needed, then the role', () => {
    expect(tokenRefusal({ role: 'member', scopes: ['read:agent'] }, 'tokens:manage')).toBe('scope')
    expect(tokenRefusal({ role: 'member', scopes: ['write:admin'] }, 'tokens:manage')).toBe('session')
    expect(tokenRefusal({ role: 'owner', scopes: [...TOKEN_SCOPES] }, 'account')).toBe('session')
    expect(tokenRefusal({ role: 'member', scopes: ['write:admin'] }, 'projects:write')).toBe('role')
    expect(tokenRefusal({ role: 'member', scopes: ['read:agent'] }, 'projects:write')).toBe('scope')
  })
})
