import type pg from 'pg'
import { HOUR_MS } from '#contract/time.ts'
import { type AcceptedId, type AcceptMemory, DEDUPE_MS } from '../accept-rules.ts'
import type { DedupeTime } from '../dedupe-time.ts'
import type { AppendRequest } from '../journal.ts'
import { newestSecond, newSpikeWindow, type SpikeWindow } from '../spike-window.ts'
import { PRESENT_MS } from './clock.ts'

/** What the lane's tables say of the events of one batch; true as long as the lane is locked. */
export class PostgresMemory implements AcceptMemory {
  /** The time by which the batch is judged, epoch ms: PostgreSQL's, once the lane was locked. */
  readonly now: number
  /** How long its transaction waited until then, ms. */
  readonly waitedMs: number
  /** The time that the age of ids is judged by: the same, as far as it is trusted. */
  readonly #trustedNow: number
  readonly #acceptedAt = new Map<string, number>()
  readonly #capUse = new Map<string, number>()
  readonly #windows = new Map<string, SpikeWindow>()
  readonly #storedWindows = new Map<string, string>()
  readonly #changedCaps = new Set<string>()

  constructor(rows: MemoryRow[], dedupeTime: Pick<DedupeTime, 'trusted'>) {
    const present = rows.find(({ kind }) => kind === 'now')!
    this.now = Number(present.number)
    this.waitedMs = this.now - Number(present.text)
    this.#trustedNow = dedupeTime.trusted(this.now)
    for (const { kind, project, key, number, text } of rows) {
      if (kind === 'now') continue
      if (kind === 'id') this.#acceptedAt.set(`${project}:${key}`, Number(number))
      else if (kind === 'cap') this.#capUse.set(`${project}:${key}`, Number(number))
      else this.#storedWindows.set(`${project}:${key}`, text)
    }
  }

  capUsed(subject: number, hour: number): number {
    return this.#capUse.get(`${subject}:${hour}`) ?? 0
  }

  addCapUse(subject: number, hour: number): void {
    const key = `${subject}:${hour}`
    this.#capUse.set(key, this.capUsed(subject, hour) + 1)
    this.#changedCaps.add(key)
  }

  isAccepted(projectId: number, eventId: Uint8Array): boolean {
    const acceptedAt = this.#acceptedAt.get(idKey(projectId, eventId))
    return acceptedAt !== undefined && acceptedAt > this.#trustedNow - DEDUPE_MS
  }

  /** Until the batch ends; its record makes the id durable. */
  remember({ projectId, eventId, receivedAt }: AcceptedId): boolean {
    if (this.isAccepted(projectId, eventId)) return false
    this.#acceptedAt.set(idKey(projectId, eventId), receivedAt)
    return true
  }

  spikeWindow(projectId: number, preview: string): SpikeWindow {
    const key = `${projectId}:${preview}`
    const stored = this.#storedWindows.get(key)
    const window = this.#windows.get(key) ?? (stored ? readWindow(stored) : newSpikeWindow())
    this.#windows.set(key, window)
    return window
  }

  /** Parameters of SAVE_MEMORY: the changed entries, each list sorted by key. */
  changes(): MemoryChanges {
    const caps = [...this.#changedCaps].sort().map(splitKey)
    const windows = [...this.#windows]
      .map(([key, window]) => ({ key, newest: newestSecond(window), text: JSON.stringify(window) }))
      .filter(({ key, newest, text }) => newest > 0 && text !== this.#storedWindows.get(key))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    const previews = windows.map(({ key }) => splitKey(key))
    return [
      caps.map(([project]) => project),
      caps.map(([, hour]) => hour),
      caps.map(([project, hour]) => this.#capUse.get(`${project}:${hour}`)!),
      previews.map(([project]) => project),
      previews.map(([, preview]) => preview),
      windows.map(({ newest }) => newest),
      windows.map(({ text }) => text),
    ]
  }
}

/** Earlier versions stored the seconds alone. */
function readWindow(stored: string): SpikeWindow {
  const window = JSON.parse(stored) as SpikeWindow | number[]
  return Array.isArray(window) ? { ...newSpikeWindow(), seconds: window } : window
}

interface MemoryRow {
  kind: 'now' | 'id' | 'cap' | 'spike'
  project: string
  key: string
  number: string
  text: string
}

type MemoryChanges = (string[] | number[])[]

/** The hour of a cap's use is that of the time the batch is judged by: one statement says both. */
const LOAD_MEMORY = `
  WITH present AS MATERIALIZED (SELECT ${PRESENT_MS} AS ms)
  SELECT 'now' AS kind, 0::bigint AS project, '' AS key, ms AS number,
    (extract(epoch FROM now()) * 1000)::bigint::text AS text FROM present
  UNION ALL
  SELECT 'id', a.project_id, replace(a.event_id::text, '-', ''), a.accepted_at, ''
    FROM unnest($1::bigint[], $2::uuid[]) AS asked (project_id, event_id) JOIN journal_accepted a USING (project_id, event_id)
  UNION ALL
  SELECT 'cap', c.project_id, c.hour::text, c.used, ''
    FROM unnest($3::bigint[]) AS asked (subject)
    JOIN journal_cap_use c ON c.project_id = asked.subject AND c.hour = (SELECT ms / ${HOUR_MS} FROM present)
  UNION ALL
  SELECT 'spike', s.project_id, encode(s.preview, 'hex'), 0, s.admitted
    FROM unnest($4::bigint[], $5::text[]) AS asked (project_id, preview)
    JOIN journal_spike s ON s.project_id = asked.project_id AND s.preview = decode(asked.preview, 'hex')`

/** Common table expressions that write the seven lists of `changes`, parameters $1 to $7. */
export const SAVE_MEMORY = `
  saved_caps AS (
    INSERT INTO journal_cap_use (project_id, hour, used)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
    ON CONFLICT (hour, project_id) DO UPDATE SET used = excluded.used),
  saved_spikes AS (
    INSERT INTO journal_spike (project_id, preview, newest_second, admitted)
    SELECT project_id, decode(preview, 'hex'), newest_second, admitted
    FROM unnest($4::bigint[], $5::text[], $6::bigint[], $7::text[])
      AS changed (project_id, preview, newest_second, admitted)
    ON CONFLICT (project_id, preview)
      DO UPDATE SET newest_second = excluded.newest_second, admitted = excluded.admitted)`

/** Reads what the tables say of these events; the lane must be locked by a statement before this one. */
export async function loadMemory(
  client: pg.PoolClient,
  { requests, dedupeTime }: { requests: AppendRequest[]; dedupeTime: Pick<DedupeTime, 'trusted'> },
): Promise<PostgresMemory> {
  const caps = [...new Set(requests.flatMap(capSubjects))]
  const spikes = [...new Set(requests.map((r) => `${r.projectId}:${r.preview}`))].map(splitKey)
  const ids = [...new Set(requests.map((r) => idKey(r.projectId, r.eventId)))].map(splitKey)
  const values = [...columnsOf(ids), caps, ...columnsOf(spikes)]
  const { rows } = await client.query<MemoryRow>({ name: 'journal_load_memory', text: LOAD_MEMORY, values })
  return new PostgresMemory(rows, dedupeTime)
}

function columnsOf(keys: [project: string, rest: string][]): [string[], string[]] {
  return [keys.map(([project]) => project), keys.map(([, rest]) => rest)]
}

/** Under what the use of a request's caps is kept; the column `project_id` holds a key's subject as well. */
function capSubjects({ projectId, keyCap }: AppendRequest): number[] {
  return keyCap ? [projectId, keyCap.subject] : [projectId]
}

function idKey(projectId: number, eventId: Uint8Array): string {
  return `${projectId}:${Buffer.from(eventId.buffer, eventId.byteOffset, eventId.byteLength).toString('hex')}`
}

function splitKey(key: string): [project: string, rest: string] {
  const colon = key.indexOf(':')
  return [key.slice(0, colon), key.slice(colon + 1)]
}
