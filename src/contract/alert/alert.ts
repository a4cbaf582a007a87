import { z } from 'zod'
import { assignee, issueSummary } from '../issue/issue.ts'
import { LIMITS, LIST_LIMITS } from '../limits.ts'
import { clamped, count, nextCursor, pageCursor, timestamp, uuid } from '../scalars.ts'
import { ALERT_VIEWS } from '../vocabulary.ts'
import { alertRule } from './alert-rule.ts'

const common = z.object({
  id: uuid,
  project_id: uuid,
  issue_id: uuid.nullable().meta({
    description:
      'The issue it is about; for a merged issue, the one it was merged into. Null if it is about the project.',
  }),
  rule_id: uuid.nullable().meta({ description: 'The alert rule that fired; null if it was not a rule.' }),
  title: z
    .string()
    .meta({ description: 'One line: the title of the issue, or what happened to the project.' }),
  fired_at: timestamp.meta({ description: 'The most recent time.' }),
  read_at: timestamp.nullable(),
  ignored: z.boolean(),
  issue: issueSummary
    .pick({ status: true, event_count: true, unique_user_count: true, first_seen_at: true })
    .nullable()
    .meta({ description: 'The issue as it is now; null if the alert is about the project.' }),
  assignee: assignee.meta({ description: 'The assignee; null if there is none.' }),
})

const regression = common.extend({
  kind: z.literal('regression').meta({ description: 'A resolved issue returned in a newer release.' }),
  details: z.object({
    note: z.string().meta({
      description: 'The comparison of the releases, e.g. "compared 1.10.0 > 1.9.0 by semver".',
    }),
    release: z.string().meta({ description: 'The release it returned in; empty if the event has none.' }),
    resolved_in_release: z.string().nullable(),
    environment: z.string(),
  }),
})

const hour = timestamp.meta({ description: 'Start of the UTC clock hour.' })

const capReached = common.extend({
  kind: z.literal('cap_reached').meta({
    description:
      "The project, or one of its DSN keys, reached its hourly limit. The rest of that hour's events are rejected.",
  }),
  details: z.object({
    hour,
    cap: count.meta({ description: 'The limit in events per hour at that time.' }),
    dsn_key_id: uuid.optional().meta({
      description: "The DSN key whose own limit was reached. Absent if it was the project's limit.",
    }),
  }),
})

const overflow = common.extend({
  kind: z.literal('overflow').meta({
    description: "Too many new issues. The rest of that hour's new issues are counted in one overflow issue.",
  }),
  details: z.object({ hour, limit: count.meta({ description: 'New issues per hour.' }) }),
})

/** One alert per rule and issue: it moves to the top and is unread again each time the rule fires. */
const fired = z.object({
  reason: z.string().meta({
    description:
      'Why it fired most recently, e.g. "142 events in 15 min, 31 in the 15 min before: +358 %, threshold 300 %".',
  }),
  rule: alertRule.pick({ name: true, query: true, window_minutes: true, threshold: true }).meta({
    description: 'The rule as it was when it fired.',
  }),
  event_count: count.meta({ description: 'Events that count for the rule in the window that fired.' }),
  previous_event_count: count.nullable().meta({
    description: 'The same for the previous window; null if the rule does not compare windows.',
  }),
  user_count: count.nullable().meta({
    description: 'Different users in the window; null if the rule does not count users.',
  }),
  issue_event_count: count.meta({ description: 'Events of the issue so far.' }),
  issue_user_count: count.meta({ description: 'Users of the issue so far.' }),
  issue_first_seen_at: timestamp,
  release: z.string().meta({ description: 'From the latest event; empty if it has none.' }),
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
    description: 'A webhook was disabled because its receiver is gone or has failed for 5 days.',
  }),
  details: z.object({
    webhook_id: uuid,
    host: z.string().meta({ description: 'The host of its URL.' }),
    reason: z.enum(['gone', 'failing']),
    failing_since: timestamp,
  }),
})

export const alert = z
  .discriminatedUnion('kind', [regression, capReached, overflow, velocitySpike, customRule, webhookDisabled])
  .meta({ id: 'Alert' })
export type Alert = z.infer<typeof alert>
export type AlertKind = Alert['kind']
export type AlertDetails<Kind extends AlertKind = AlertKind> = Extract<Alert, { kind: Kind }>['details']

export const alertListQuery = z.object({
  view: z.enum(ALERT_VIEWS).default('all').meta({
    description: 'all: every alert. unread: neither read nor ignored. ignored: only ignored alerts.',
  }),
  project_id: uuid.optional(),
  issue_id: uuid.optional().meta({ description: 'Only alerts of this issue and of issues merged into it.' }),
  limit: clamped({ fallback: LIST_LIMITS.alertsDefault, min: 1, max: LIST_LIMITS.alertsMax }),
  cursor: pageCursor,
})
export type AlertListQuery = z.infer<typeof alertListQuery>

/** Newest first. */
export const alertPage = z
  .object({
    alerts: z.array(alert),
    next_cursor: nextCursor,
    unread_count: count.meta({
      description: `Unread alerts of the organization, whatever the filter; at most ${LIMITS.alertsUnreadExact}.`,
    }),
  })
  .meta({ id: 'AlertPage' })
export type AlertPage = z.infer<typeof alertPage>

export const alertPatch = z
  .object({ read: z.boolean().optional(), ignored: z.boolean().optional() })
  .refine((body) => body.read !== undefined || body.ignored !== undefined, {
    message: 'Set read, ignored or both.',
  })
  .meta({ id: 'AlertPatch' })
export type AlertPatch = z.infer<typeof alertPatch>

export const alertsReadBody = z.object({
  project_id: uuid.optional().meta({ description: 'Only the alerts of this project.' }),
})
