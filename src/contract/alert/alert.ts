import { z } from 'zod'
import { assignee } from '../issue/issue.ts'
import { LIMITS } from '../limits.ts'
import { clamped, count, timestamp, uuid } from '../scalars.ts'
import { ALERT_VIEWS } from '../vocabulary.ts'
import { alertRule } from './alert-rule.ts'

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
  fired_at: timestamp.meta({ description: 'The last time.' }),
  read_at: timestamp.nullable(),
  ignored: z.boolean(),
  assignee: assignee.meta({ description: 'The member who looks after the issue; null: nobody.' }),
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
    description:
      'The project, or one of its DSN keys, reached its hourly cap: further events of that hour are refused.',
  }),
  details: z.object({
    hour,
    cap: count.meta({ description: 'Events per hour when it was reached.' }),
    dsn_key_id: uuid
      .optional()
      .meta({ description: 'The DSN key whose own cap was reached. Absent: the cap of the project.' }),
  }),
})

const overflow = common.extend({
  kind: z.literal('overflow').meta({
    description: 'Too many new issues: further new ones of that hour are counted in one overflow issue.',
  }),
  details: z.object({ hour, limit: count.meta({ description: 'New issues per hour.' }) }),
})

/** One alert per rule and issue: it moves to the top and is unread again each time the rule fires. */
const fired = z.object({
  reason: z.string().meta({
    description:
      'Why it fired the last time, e.g. "142 events in 15 min, 31 in the 15 min before: +358 %, threshold 300 %".',
  }),
  rule: alertRule.pick({ name: true, query: true, window_minutes: true, threshold: true }).meta({
    description: 'The rule as it was when it fired.',
  }),
  event_count: count.meta({ description: 'Events that count for the rule in the window that fired.' }),
  previous_event_count: count.nullable().meta({
    description: 'The same of the window before; null where the rule does not compare.',
  }),
  user_count: count.nullable().meta({
    description: 'Different users in the window; null where the rule does not count them.',
  }),
  issue_event_count: count.meta({ description: 'Events of the issue so far.' }),
  issue_user_count: count.meta({ description: 'Users of the issue so far.' }),
  issue_first_seen_at: timestamp,
  release: z.string().meta({ description: 'Of the latest event; empty if it named none.' }),
  environment: z.string(),
  times_fired: z.int().min(1),
  first_fired_at: timestamp,
})

const velocitySpike = common.extend({
  kind: z.literal('velocity_spike').meta({ description: 'A velocity rule fired for the issue.' }),
  details: fired,
})

const customRule = common.extend({
  kind: z.literal('custom_rule').meta({ description: 'A custom rule fired for the issue.' }),
  details: fired,
})

const webhookDisabled = common.extend({
  kind: z.literal('webhook_disabled').meta({
    description: 'A webhook was disabled, since its receiver is gone or has failed for 5 days.',
  }),
  details: z.object({
    webhook_id: uuid,
    host: z.string().meta({ description: 'Of its URL.' }),
    reason: z.enum(['gone', 'failing']),
    failing_since: timestamp,
  }),
})

export const alert = z
  .discriminatedUnion('kind', [regression, capReached, overflow, velocitySpike, customRule, webhookDisabled])
  .meta({ id: 'Alert' })
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
