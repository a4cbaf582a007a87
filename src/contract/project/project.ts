import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { canonicalOrigin } from '../origin.ts'
import { givenName, patchOf, timestamp, uuid } from '../scalars.ts'
import { SOURCE_LINK_LIMITS } from './source-links.ts'

const hourlyCap = z.int().min(0).max(LIMITS.hourlyCapMax).nullable()

/** An origin such as https://shop.example.com, written as browsers do. */
const allowedOrigin = z
  .string()
  .max(300)
  .overwrite((text) => canonicalOrigin(text) ?? text)
  .refine((text) => canonicalOrigin(text) !== null, {
    message: 'Use an origin such as https://shop.example.com or https://*.example.com, without a path.',
  })
  .meta({ examples: ['https://shop.example.com'] })

const keyLimits = {
  hourly_cap: hourlyCap.meta({
    description: "Events per UTC clock hour through this key. Null: only the project's limit applies.",
    examples: [1000],
  }),
  allowed_origins: z
    .array(allowedOrigin)
    .min(1, 'List at least one origin, or use null to allow all.')
    .max(50)
    .nullable()
    .meta({
      description:
        'Origins that may send with this key; `*.` matches any subdomain. Requests with another origin, or without one, are answered 403 `forbidden`. Null: all, including servers.',
    }),
  client_events_per_minute: z
    .int()
    .min(1)
    .max(LIMITS.clientEventsPerMinuteMax)
    .nullable()
    .meta({
      description: 'Events per minute from one client address through this key. Null: no limit.',
      examples: [60],
    }),
}

export const dsnKey = z
  .object({
    id: uuid,
    project_id: uuid,
    label: z.string(),
    public_key: z.string(),
    secret_key: z.string().optional().meta({ description: 'Only in the response that creates it.' }),
    dsn: z
      .string()
      .meta({ description: 'Includes the secret in the response that creates it, and not later.' }),
    sdk_dsn: z.string().meta({ description: 'For stock SDKs: no secret, and the numeric project id.' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
    ...keyLimits,
  })
  .meta({ id: 'DsnKey' })
export type DsnKey = z.infer<typeof dsnKey>

/** Answer of GET /api/v1/projects/{id}/dsn-keys, oldest first. */
export const dsnKeyList = z.object({ keys: z.array(dsnKey) })
export type DsnKeyList = z.infer<typeof dsnKeyList>

const keyLabel = givenName.min(1)

/** May be left out: the label is then `Default`, and only the limits of the project are in force. */
export const newDsnKey = z.object({
  label: keyLabel.default('Default'),
  hourly_cap: keyLimits.hourly_cap.optional(),
  allowed_origins: keyLimits.allowed_origins.optional(),
  client_events_per_minute: keyLimits.client_events_per_minute.optional(),
})
export type NewDsnKey = z.infer<typeof newDsnKey>

/** Body of PATCH /api/v1/dsn-keys/{id}: what is absent stays, null takes a limit away. */
export const dsnKeyPatch = patchOf({
  label: keyLabel.optional(),
  ...newDsnKey.omit({ label: true }).shape,
}).meta({ id: 'DsnKeyPatch' })
export type DsnKeyPatch = z.infer<typeof dsnKeyPatch>

export const project = z
  .object({
    id: uuid,
    org_id: uuid,
    name: z.string(),
    slug: z.string(),
    number: z.int().min(1).meta({ description: 'Alias of the id in ingest paths.' }),
    platform: z.string(),
    retention_days: z.int().nullable().meta({ description: 'Null: the server default.' }),
    ingest_hourly_cap: z.int().nullable().meta({ description: 'Null: the server default.' }),
    created_at: timestamp,
    first_event_at: timestamp.nullable().meta({ description: 'Null until its first event is processed.' }),
    source_links: z.string().meta({
      description:
        'Where the source of stack frames is shown. One rule per line, `PREFIX -> URL` or a URL alone, with `{path}`, `{line}`, `{release}` and `{version}`. Empty: none.',
    }),
    retention_held_events: z.int().nullable().meta({
      description:
        'Old events held back from deletion, because there are more than expected, which can mean that a clock is wrong. Saving `retention_days`, even unchanged, deletes them. Null: none.',
    }),
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof project>

export const projectList = z.object({ projects: z.array(project) })
export type ProjectList = z.infer<typeof projectList>

/** The answer to its creation: with its first key, whose secret is shown this once. */
export const createdProject = project.extend({ keys: z.array(dsnKey) }).meta({ id: 'CreatedProject' })
export type CreatedProject = z.infer<typeof createdProject>

const name = givenName.min(1).meta({ examples: ['shop'] })
const platform = z.string().trim().max(64)
const retentionDays = z
  .int()
  .min(1)
  .max(LIMITS.retentionDaysMax)
  .nullable()
  .meta({ examples: [30] })
const ingestHourlyCap = hourlyCap.meta({ examples: [5000] })

export const newProject = z
  .object({
    name,
    platform: platform.nullish(),
    retention_days: retentionDays.optional(),
    ingest_hourly_cap: ingestHourlyCap.optional(),
  })
  .meta({ id: 'NewProject' })
export type NewProject = z.infer<typeof newProject>

export const projectPatch = patchOf({
  name: name.optional(),
  platform: platform.optional(),
  retention_days: retentionDays.optional(),
  ingest_hourly_cap: ingestHourlyCap.optional(),
  source_links: z
    .string()
    .max(SOURCE_LINK_LIMITS.textChars)
    .optional()
    .meta({
      description: 'The first rule whose prefix begins the path of a frame decides. Empty: none.',
      examples: ['/app/ -> https://github.com/acme/shop/blob/{release}/{path}#L{line}'],
    }),
}).meta({ id: 'ProjectPatch' })
export type ProjectPatch = z.infer<typeof projectPatch>

export const deletedAnswer = z.object({ deleted: z.literal(true) })

export const revokedAnswer = z.object({ revoked: z.literal(true) })
