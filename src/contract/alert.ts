import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { clamped, count, timestamp, uuid } from './scalars.ts'
import { ALERT_VIEWS } from './vocabulary.ts'

const common = z.object({
  id: uuid,
  project_id: uuid,
  issue_id: uuid.nullable().meta({
    description:
      'The issue it is about; of one that is merged into another, that other one. Null: the project.',
  }),
  rule_id: uuid.nullable().meta({ description: 'The alert rule that fired; null where none did.' }),
  title: z
    .string()
    .meta({ description: 'One line: the title of the issue, or what happened to the project.' }),
  fired_at: timestamp,
  read_at: timestamp.nullable(),
  ignored: z.boolean(),
})

const regression = common.extend({
  kind: z.literal('regression').meta({ description: 'A resolved issue returned on a newer release.' }),
  details: z.object({
    note: z.string().meta({
      description: 'How the releases were compared, e.g. "compared 1.10.0 > 1.9.0 by semver".',
    }),
    release: z
      .string()
      .meta({ description: 'The release it returned on; empty where the event named none.' }),
    resolved_in_release: z.string().nullable(),
    environment: z.string(),
  }),
})

const hour = timestamp.meta({ description: 'Start of the UTC clock hour.' })

const capReached = common.extend({
  kind: z.literal('cap_reached').meta({
    description: 'The project reached its hourly ingest cap: its further events of that hour are refused.',
  }),
  details: z.object({ hour, cap: count.meta({ description: 'Events per hour when it was reached.' }) }),
})

const overflow = common.extend({
  kind: z.literal('overflow').meta({
    description: 'Too many new issues: further new ones of that hour are counted in one overflow issue.',
  }),
  details: z.object({ hour, limit: count.meta({ description: 'New issues per hour.' }) }),
})

export const alert = z.discriminatedUnion('kind', [regression, capReached, overflow]).meta({ id: 'Alert' })
export type Alert = z.infer<typeof alert>
export type AlertKind = Alert['kind']
/** What an alert of a kind says beside its title. */
export type AlertDetails<Kind extends AlertKind = AlertKind> = Extract<Alert, { kind: Kind }>['details']

export const alertListQuery = z.object({
  view: z.enum(ALERT_VIEWS).default('all').meta({
    description: 'all: every one; unread: neither read nor ignored; ignored: those that are.',
  }),
  project_id: uuid.optional(),
  issue_id: uuid.optional().meta({ description: 'Those of this issue and of what is merged into it.' }),
  limit: clamped({ fallback: LIMITS.alertsPageDefault, min: 1, max: LIMITS.alertsPageMax }),
  cursor: z.string().max(4096).optional().meta({ description: 'next_cursor of the page before.' }),
})
export type AlertListQuery = z.infer<typeof alertListQuery>

/** Newest first. */
export const alertPage = z
  .object({
    alerts: z.array(alert),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
    unread_count: count.meta({
      description: `Unread alerts of the organization, whatever the filter; at most ${LIMITS.alertsUnreadExact}.`,
    }),
  })
  .meta({ id: 'AlertPage' })
export type AlertPage = z.infer<typeof alertPage>

export const alertPatch = z
  .object({ read: z.boolean().optional(), ignored: z.boolean().optional() })
  .refine((body) => body.read !== undefined || body.ignored !== undefined, {
    message: 'Give read, ignored or both.',
  })
  .meta({ id: 'AlertPatch' })
export type AlertPatch = z.infer<typeof alertPatch>

/** Body of POST /api/v1/alerts/read-all. */
export const alertsReadBody = z.object({
  project_id: uuid.optional().meta({ description: 'Only the alerts of this project.' }),
})
export type AlertsReadBody = z.infer<typeof alertsReadBody>
