import { z } from 'zod'
import { LIMITS, RULE_PREVIEW_LIMITS } from '../limits.ts'
import { count, givenName, patchOf, timestamp, uuid } from '../scalars.ts'
import { RULE_KINDS, RULE_THRESHOLDS } from '../vocabulary.ts'

const MINUTES_PER_DAY = 24 * 60

const threshold = z
  .object({
    type: z.enum(RULE_THRESHOLDS).meta({
      description: `count: events in the window. users: different users in the window. percent_increase: percent more events than in the previous window, once there are ${LIMITS.ruleMinEvents}.`,
    }),
    value: z.int().min(1).max(LIMITS.ruleThreshold),
  })
  .refine(({ type, value }) => type !== 'users' || value <= LIMITS.ruleUsers, {
    path: ['value'],
    message: `A rule can ask for up to ${LIMITS.ruleUsers} users.`,
  })
  .meta({ examples: [{ type: 'percent_increase', value: 300 }] })
export type RuleThreshold = z.infer<typeof threshold>

const fields = {
  name: givenName.min(1).meta({ examples: ['Checkout errors'] }),
  query: z
    .string()
    .trim()
    .max(LIMITS.ruleQueryChars)
    .meta({
      description:
        'Which events count, in the language of the issue search: env:, release:, level:, browser:, os:, url:, user.id:, user.email:, tags (name:value) and words match the event; is: and assigned:none match its issue. Empty: every event.',
      examples: ['env:production level:error,fatal'],
    }),
  window_minutes: z
    .int()
    .min(1)
    .max(MINUTES_PER_DAY)
    .meta({ examples: [15] }),
  cooldown_minutes: z
    .int()
    .min(1)
    .max(7 * MINUTES_PER_DAY)
    .meta({ description: 'The rule fires at most once per issue in this time.', examples: [60] }),
}

const condition = {
  kind: z.enum(RULE_KINDS).meta({
    description: 'velocity fires the event velocity_spike, custom fires custom_rule and needs a query.',
  }),
  query: fields.query.default(''),
  window_minutes: fields.window_minutes,
  threshold,
  cooldown_minutes: fields.cooldown_minutes.default(60),
}

export const alertRule = z
  .object({
    id: uuid,
    project_id: uuid,
    name: z.string(),
    enabled: z.boolean(),
    kind: z.enum(RULE_KINDS),
    query: z.string(),
    window_minutes: fields.window_minutes,
    threshold,
    cooldown_minutes: fields.cooldown_minutes,
    created_at: timestamp,
  })
  .meta({ id: 'AlertRule' })
export type AlertRule = z.infer<typeof alertRule>

export const alertRuleQuery = z.object({
  project_id: uuid.optional().meta({ description: 'Only the rules of this project.' }),
})

/** Answer of GET /api/v1/alert-rules, by project, oldest first. */
export const alertRuleList = z.object({ rules: z.array(alertRule) })
export type AlertRuleList = z.infer<typeof alertRuleList>

export const newAlertRule = z
  .object({ project_id: uuid, name: fields.name, enabled: z.boolean().default(true), ...condition })
  .meta({ id: 'NewAlertRule' })
export type NewAlertRule = z.infer<typeof newAlertRule>

/** Body of PATCH /api/v1/alert-rules/{id}: what is absent stays. The kind and the project can't be changed. */
export const alertRulePatch = patchOf({
  name: fields.name.optional(),
  enabled: z.boolean().optional(),
  query: fields.query.optional(),
  window_minutes: fields.window_minutes.optional(),
  threshold: threshold.optional(),
  cooldown_minutes: fields.cooldown_minutes.optional(),
}).meta({ id: 'AlertRulePatch' })
export type AlertRulePatch = z.infer<typeof alertRulePatch>

export const alertRulePreviewBody = z
  .object({ project_id: uuid, ...condition })
  .meta({ id: 'AlertRulePreviewBody' })
export type AlertRulePreviewBody = z.infer<typeof alertRulePreviewBody>

/** One time at which a rule would have fired. */
const previewFiring = z.object({
  issue_id: uuid,
  title: z.string(),
  at: timestamp,
  reason: z.string().meta({
    description: 'e.g. "142 events in 15 min, 31 in the 15 min before: +358 %, threshold 300 %".',
  }),
})

/** A rule's firings in the last 7 days, as far as stored events show. */
export const alertRulePreview = z
  .object({
    fired_count: count.meta({ description: 'How often it would have fired.' }),
    issue_count: count.meta({ description: 'For how many issues.' }),
    firings: z
      .array(previewFiring)
      .meta({ description: `Newest first, at most ${RULE_PREVIEW_LIMITS.firings}.` }),
    from: timestamp,
    to: timestamp,
    events_read: count.meta({ description: 'Stored events that the rule was tried on.' }),
    complete: z.boolean().meta({ description: 'False if it may have fired more often; notes say why.' }),
    notes: z.array(z.string()).meta({ description: 'What the preview could not take into account.' }),
  })
  .meta({ id: 'AlertRulePreview' })
export type AlertRulePreview = z.infer<typeof alertRulePreview>
