import type { Database } from '#storage/engine/database.ts'

/** How a statement goes through one table. */
export interface TableRead {
  table: string
  /** Null if it goes through the rows themselves, or by their key. */
  index: string | null
  /** What it reads: all rows, all of an organization, or those that some other column narrows down to. */
  reach: 'table' | 'organization' | 'part'
  /** The line of the plan. */
  line: string
}

/** A database whose statements are noted, and whose plans can be asked for. */
export interface PlanProbe {
  database: Database
  /** How everything that `ask` runs goes through the tables; fails where it runs nothing. */
  readsOf(ask: () => Promise<unknown>): Promise<TableRead[]>
  /** The different statements that `ask` runs. */
  statementsOf(ask: () => Promise<unknown>): Promise<Statement[]>
  close(): Promise<void>
}

/** Which statements have a plan: begins and ends of transactions have none. */
export const HAS_PLAN = /^\s*(select|insert|update|delete|with)\b/i

/** A statement with its parameters. */
export type Statement = [sql: string, parameters: readonly unknown[]]

/** Tables that grow with events; reading all rows of an organization reads about the whole of them. */
const LARGE = new Set([
  'event',
  'event_payload',
  'issue',
  'issue_hour',
  'issue_day',
  'issue_facet',
  'issue_user',
  'issue_email',
  'issue_tag',
  'email_address',
])

/** Partial indexes, of the few issues to which something applies. */
const NARROW = new Set(['issue_children', 'issue_assignee', 'issue_snooze_due', 'project_deleted'])

/** Tables that `ask` reads whole, or an organization's part of: `table: line of the plan`. */
export async function wholeReads(probe: PlanProbe, ask: () => Promise<unknown>): Promise<string[]> {
  return (await probe.readsOf(ask))
    .filter(({ reach, table }) => reach === 'table' || (reach === 'organization' && LARGE.has(table)))
    .filter(({ index }) => index === null || !NARROW.has(index))
    .map(({ table, line }) => `${table}: ${line}`)
}
