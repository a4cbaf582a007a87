import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { timestamp, uuid } from '../scalars.ts'

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time such as 22:00.')
  .meta({ examples: ['22:00'] })

const quietHours = z
  .object({ from: timeOfDay, to: timeOfDay })
  .meta({ description: 'Daily, in `time_zone`. Mails wait until they end, and come as one.' })

const preferences = z.object({
  assigned: z.boolean().meta({ description: 'Someone else assigns an issue to you.' }),
  mentioned: z.boolean().meta({ description: 'Someone else mentions you in a comment.' }),
  issue_created: z.boolean().meta({ description: 'New issues.' }),
  regression: z.boolean().meta({ description: 'Resolved issues that come back.' }),
  rule_fired: z.boolean().meta({ description: 'Alert rules that fire, spikes above all.' }),
  weekly_digest: z.boolean().meta({ description: 'A summary of the week, on Mondays at 8:00.' }),
  time_zone: z
    .string()
    .max(64)
    .meta({ description: 'IANA name.', examples: ['Europe/Berlin'] }),
  quiet_hours: quietHours.nullable(),
  muted_until: timestamp
    .nullable()
    .meta({ description: 'Nothing is mailed or kept for later until then; null: not muted.' }),
  muted_project_ids: z
    .array(uuid)
    .max(LIMITS.mutedProjects)
    .meta({ description: 'Projects whose new issues, regressions and rules you get no mail about.' }),
})

/** The caller's own. */
export const notifications = preferences
  .extend({
    mail_configured: z
      .boolean()
      .meta({ description: 'False: this server has no mail server, and mails nothing.' }),
  })
  .meta({ id: 'Notifications' })
export type Notifications = z.infer<typeof notifications>

export const notificationsPatch = preferences
  .extend({ muted_until: z.iso.datetime({ offset: true }).nullable() })
  .partial()
  .meta({ id: 'NotificationsPatch' })
export type NotificationsPatch = z.infer<typeof notificationsPatch>
