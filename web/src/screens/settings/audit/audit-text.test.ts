import { describe, expect, it } from 'vitest'
import { AUDIT_ACTIONS } from '#contract/account/audit.ts'
import { auditDetails, auditText } from './audit-text.ts'

const target = { kind: 'member', id: '1', name: 'ada@example.com' } as const

describe('auditText', () => {
  it('has words for every act', () => {
    for (const action of AUDIT_ACTIONS) expect(auditText({ action, target }).text).not.toContain('.')
  })

  it('names what was acted on, but not who acted on themselves', () => {
    expect(auditText({ action: 'member.removed', target })).toEqual({ text: 'removed', object: target.name })
    expect(auditText({ action: 'member.joined', target }).object).toBe('')
  })
})

describe('auditDetails', () => {
  it('shows changes as from and to, lists with commas, and nothing as none', () => {
    const details = {
      role: { from: 'member', to: 'admin' },
      scopes: ['read:agent', 'write:triage'],
      retention_days: null,
    }
    expect(auditDetails({ details })).toBe(
      'role: member → admin · scopes: read:agent, write:triage · retention days: none',
    )
    expect(auditDetails({ details: { from: 'member', to: 'owner' } })).toBe('member → owner')
    expect(auditDetails({ details: {} })).toBe('')
    expect(auditDetails({ details: { fields: { from: [], to: ['iban'] } } })).toBe('fields: none → iban')
    expect(auditDetails({ details: { project_id: '7', project: 'shop' } })).toBe('project: shop')
    expect(auditDetails({ details: { format: 'chat_a' } })).toBe('format: Slack')
  })
})
