import { z } from 'zod'
import { QUOTAS } from '../limits.ts'
import { timestamp, uuid } from '../scalars.ts'

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 22:00.')
  .meta({ examples: ['22:00'] })

const quietHours = z
  .object({ from: timeOfDay, to: timeOfDay })
  .meta({ description: 'Daily, in `time_zone`. Emails wait until quiet hours end and arrive as one.' })

const preferences = z.object({
  assigned: z.boolean().meta({ description: 'Someone else assigns an issue to you.' }),
  mentioned: z.boolean().meta({ description: 'Someone else mentions you in a comment.' }),
  snooze_ended: z
    .boolean()
    .meta({ description: 'A snooze that you set, or of an issue assigned to you, ends by itself.' }),
  issue_created: z.boolean().meta({ description: 'New issues.' }),
  regression: z.boolean().meta({ description: 'Regressions: resolved issues that come back.' }),
  rule_fired: z.boolean().meta({ description: 'Alert rules that fire, such as spikes.' }),
  weekly_digest: z.boolean().meta({ description: 'A summary of the week, on Mondays at 8:00.' }),
  time_zone: z
    .string()
    .max(64)
    .meta({ description: 'IANA name.', examples: ['Europe/Berlin'] }),
  quiet_hours: quietHours.nullable(),
  muted_until: timestamp
    .nullable()
    .meta({ description: 'Until then, notifications are dropped; null if not muted.' }),
  muted_project_ids: z
    .array(uuid)
    .max(QUOTAS.mutedProjects)
    .meta({ description: 'Projects whose new issues, regressions and rules are not emailed.' }),
})

export const notifications = preferences
  .extend({
    mail_configured: z
      .boolean()
      .meta({ description: 'False if no mail server is set; then nothing is sent.' }),
  })
  .meta({ id: 'Notifications' })
export type Notifications = z.infer<typeof notifications>

export const notificationsPatch = preferences
  .extend({ muted_until: z.iso.datetime({ offset: true }).nullable() })
  .partial()
  .meta({ id: 'NotificationsPatch' })
export type NotificationsPatch = z.infer<typeof notificationsPatch>
