import { z } from 'zod'
import { LIST_LIMITS } from '../limits.ts'
import { clamped, count, jsonObject, timestamp, uuid } from '../scalars.ts'

const text = z.string().nullable()

const frameSymbolication = z
  .object({
    status: z.enum(['resolved', 'missing', 'failed']).meta({
      description: '`missing`: no such file was uploaded. `failed`: it could not be used.',
    }),
    by: z.enum(['debug_id', 'name']).nullable().meta({ description: 'How the file was found.' }),
    map: text.meta({ description: 'Name of the source map, mapping file or source bundle.' }),
    message: z.string().meta({ description: 'One sentence for a person.' }),
    command: text.meta({ description: 'Command that uploads it; null if none is missing.' }),
  })
  .meta({ id: 'FrameSymbolication' })
export type FrameSymbolication = z.infer<typeof frameSymbolication>

export const stackFrame = z
  .object({
    filename: text,
    abs_path: text,
    module: text,
    function: text,
    lineno: z.int().nullable(),
    colno: z.int().nullable(),
    in_app: z.boolean(),
    pre_context: z.array(z.string()),
    context_line: text,
    post_context: z.array(z.string()),
    vars: jsonObject.nullable(),
    platform: z
      .string()
      .optional()
      .meta({ description: "The frame's platform; only if it differs from the event's." }),
    package: z.string().optional().meta({ description: 'The binary or package that holds the code.' }),
    instruction_addr: z
      .string()
      .optional()
      .meta({ description: 'Address of the call in native code, such as `0x10008d9e0`.' }),
    raw: jsonObject.optional().meta({ description: 'The minified original of a demangled frame.' }),
    symbolication: frameSymbolication
      .optional()
      .meta({ description: 'Only on frames that a source map or a mapping file could resolve.' }),
  })
  .meta({ id: 'StackFrame' })
export type StackFrame = z.infer<typeof stackFrame>

export const breadcrumb = z
  .object({
    timestamp: timestamp.nullable(),
    type: text,
    category: text,
    level: text,
    message: text,
    data: jsonObject.nullable(),
  })
  .meta({ id: 'Breadcrumb' })
export type Breadcrumb = z.infer<typeof breadcrumb>

/** An occurrence of an issue. Named so because `Event` is a global of browsers. */
export const issueEvent = z
  .object({
    id: uuid,
    issue_id: uuid,
    occurred_at: timestamp,
    environment: z.string(),
    release: z.string(),
    platform: z.string(),
    runtime_name: text,
    runtime_version: text,
    browser_name: text,
    os_name: text,
    user_id: text,
    user_email: text,
    payload_json: jsonObject.meta({ description: 'The event after scrubbing.' }),
    payload_note: z
      .string()
      .optional()
      .meta({ description: 'Why `payload_json` is empty; only if the stored data is damaged.' }),
    stack_frames: z.array(stackFrame).meta({ description: 'Oldest call first.' }),
    breadcrumbs: z.array(breadcrumb).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'Event' })
export type IssueEvent = z.infer<typeof issueEvent>

export const eventListQuery = z.object({
  limit: clamped({ fallback: LIST_LIMITS.eventsDefault, min: 1, max: LIST_LIMITS.eventsMax }),
  offset: clamped({ fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
  release: z.string().max(1024).optional(),
})
export type EventListQuery = z.infer<typeof eventListQuery>

export const eventPage = z
  .object({
    events: z.array(issueEvent),
    total: count,
    total_capped: z
      .boolean()
      .optional()
      .meta({ description: 'True if there may be more events of the release than total.' }),
    has_more: z.boolean(),
  })
  .meta({ id: 'EventPage' })
export type EventPage = z.infer<typeof eventPage>

export const feedback = z
  .object({
    id: uuid,
    event_id: uuid,
    name: z.string(),
    email: z.string(),
    comments: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'Feedback' })
export type Feedback = z.infer<typeof feedback>

/** Newest first; empty also for an unknown event. */
export const feedbackAnswer = z.object({ feedback: z.array(feedback) })
export type FeedbackAnswer = z.infer<typeof feedbackAnswer>

const UNDASHED = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i

/** SDKs print event IDs without dashes, so people paste them so. */
export const eventIdParams = z.object({
  id: z
    .preprocess((id) => (typeof id === 'string' ? id.replace(UNDASHED, '$1-$2-$3-$4-$5') : id), uuid)
    .meta({ type: 'string', format: 'uuid', description: 'With or without dashes.' }),
})
