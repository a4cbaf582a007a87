import { describe, expect, it } from 'vitest'
import { AUDIT_ACTIONS } from '#contract/account/audit.ts'
import type { AuditEntry } from '../../../api/wire.ts'
import { auditDetails, auditText } from './audit-text.ts'

const target = { kind: 'member', id: '1', name: 'ada@example.com' } as const
const actor = { kind: 'user', id: '1', name: 'ada@example.com' } as const

describe('auditText', () => {
  it('has words for every act', () => {
    for (const action of AUDIT_ACTIONS) expect(auditText({ action, actor, target }).text).not.toContain('.')
  })

  it('names what was acted on, but not who acted on themselves', () => {
    const removed = { text: 'removed', object: target.name }
    expect(auditText({ action: 'member.removed', actor, target })).toEqual(removed)
    expect(auditText({ action: 'member.joined', actor, target }).object).toBe('')
  })

  it('names whose password was set, unless they set it themselves with a link', () => {
    const reset = (by: AuditEntry['actor']) => auditText({ action: 'password.reset', actor: by, target })
    expect(reset(actor)).toEqual({ text: 'set a new password with a reset link', object: '' })
    const set = { text: 'set a new password for', object: target.name }
    expect(reset({ kind: 'command_line', id: null, name: 'Command line' })).toEqual(set)
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
