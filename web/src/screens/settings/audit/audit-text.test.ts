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
    expect(auditDetails({ target, details })).toBe(
      'role: member → admin · scopes: read:agent, write:triage · keep events for: server default',
    )
    expect(auditDetails({ target, details: { from: 'member', to: 'owner' } })).toBe('member → owner')
    expect(auditDetails({ target, details: {} })).toBe('')
    expect(auditDetails({ target, details: { fields: { from: [], to: ['iban'] } } })).toBe(
      'fields: none → iban',
    )
    expect(auditDetails({ target, details: { project_id: '7', project: 'shop' } })).toBe('project: shop')
    expect(auditDetails({ target, details: { format: 'chat_a' } })).toBe('format: Slack')
  })

  it('names the fields of a view and their values as its menu does', () => {
    const details = {
      query: { from: '', to: 'is:open' },
      project_id: { from: null, to: '0f8fad5b-d9cb-469f-a165-70867728950e' },
      project: { from: null, to: 'shop' },
      window: { from: '7d', to: '24h' },
      sort: { from: 'last_seen_desc', to: 'events_desc' },
      visibility: { from: 'private', to: 'shared' },
    }
    const view = { ...target, kind: 'view' } as const
    expect(auditDetails({ target: view, details }).split(' · ')).toEqual([
      'search: all → is:open',
      'project: all projects → shop',
      'window: last 7 days → last 24 hours',
      'sort: last seen → most events',
      'who sees it: only its creator → everyone',
    ])
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
    expect(auditDetails({ target, details }).split(' · ')).toEqual([
      'hourly event limit: server default → 250,000',
      'keep events for: 90 days → server default',
      'hourly event limit: 1,000',
      'within: 1 hour → 15 min',
      'fires on: 1,500 events → 300 %',
      'enabled: yes → no',
    ])
  })
})
