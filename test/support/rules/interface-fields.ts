/*
 * The fields of each resource, written out; answers are held against them. They share nothing with the contract that
 * the service reads.
 */

export type FieldType =
  | 'UUID'
  | 'string'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'object'
  | 'array'
  | 'array of string'
  | 'string or null'
  | 'integer or null'
  | 'timestamp or null'

export type FieldTable = Readonly<Record<string, FieldType>>

export const ISSUE_SUMMARY: FieldTable = {
  id: 'UUID',
  org_id: 'UUID',
  project_id: 'UUID',
  fingerprint: 'string',
  title: 'string',
  status: 'string',
  level: 'string',
  environment: 'string',
  release: 'string',
  event_count: 'integer',
  unique_user_count: 'integer',
  last_seen_at: 'timestamp',
  first_seen_at: 'timestamp',
  resolved_in_release: 'string or null',
  snoozed: 'boolean',
  snooze_until: 'timestamp or null',
  snooze_until_count: 'integer or null',
  snooze_until_users: 'integer or null',
}

export const EVENT: FieldTable = {
  id: 'UUID',
  issue_id: 'UUID',
  occurred_at: 'timestamp',
  environment: 'string',
  release: 'string',
  platform: 'string',
  runtime_name: 'string or null',
  runtime_version: 'string or null',
  browser_name: 'string or null',
  os_name: 'string or null',
  user_id: 'string or null',
  user_email: 'string or null',
  payload_json: 'object',
  stack_frames: 'array',
  breadcrumbs: 'array',
}

export const TREND: FieldTable = { issue_id: 'UUID', buckets: 'array' }
export const TREND_BUCKET: FieldTable = { start: 'timestamp', count: 'integer' }
export const RELEASE_ARTIFACT: FieldTable = { id: 'UUID', name: 'string' }
export const AGENT_TOKEN: FieldTable = {
  id: 'string',
  token_prefix: 'string',
  scopes: 'array of string',
  label: 'string',
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** What of a record is not as the table says, one line for each field; further fields are welcome. */
export function wrongFields(record: unknown, table: FieldTable): string[] {
  const fields = (record ?? {}) as Record<string, unknown>
  return Object.entries(table)
    .filter(([name, type]) => !isOfType(fields[name], type))
    .map(([name, type]) => `${name} is ${JSON.stringify(fields[name])}, not ${type}`)
}

function isOfType(value: unknown, type: FieldType): boolean {
  if (value === null) return type.endsWith('or null')
  switch (type.replace(' or null', '')) {
    case 'UUID':
      return typeof value === 'string' && UUID.test(value)
    case 'timestamp':
      return typeof value === 'string' && TIMESTAMP.test(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'object':
      return typeof value === 'object' && !Array.isArray(value)
    case 'array':
      return Array.isArray(value)
    case 'array of string':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
    default:
      return typeof value === type.replace(' or null', '')
  }
}
