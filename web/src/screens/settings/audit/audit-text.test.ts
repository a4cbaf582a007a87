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
      'role: member → admin · scopes: read:agent, write:triage · keep events for: server default',
    )
    expect(auditDetails({ details: { from: 'member', to: 'owner' } })).toBe('member → owner')
    expect(auditDetails({ details: {} })).toBe('')
    expect(auditDetails({ details: { fields: { from: [], to: ['iban'] } } })).toBe('fields: none → iban')
    expect(auditDetails({ details: { project_id: '7', project: 'shop' } })).toBe('project: shop')
    expect(auditDetails({ details: { format: 'chat_a' } })).toBe('format: Slack')
  })
  it('names limits as their screens do, with units', () => {
    const details = {
      ingest_hourly_cap: { from: null, to: 250_000 },
      retention_days: { from: 90, to: null },
      hourly_cap: 1000,
      window_minutes: { from: 60, to: 15 },
      threshold: { from: { type: 'count', value: 1500 }, to: { type: 'percent_increase', value: 300 } },
      enabled: { from: true, to: false },
    }
    expect(auditDetails({ details }).split(' · ')).toEqual([
      'hourly event limit: server default → 250,000',
      'keep events for: 90 days → server default',
      'hourly event limit: 1,000',
      'within: 1 hour → 15 min',
      'fires on: 1,500 events → 300 %',
      'enabled: yes → no',
    ])
  })
})
