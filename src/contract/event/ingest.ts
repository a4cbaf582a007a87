import { z } from 'zod'
import { UPLOAD_LIMITS } from '../limits.ts'
import { uuid } from '../scalars.ts'

/** `{project}` and `{version}` of an ingest path. */
export const ingestParams = z.object({
  project: z.string().meta({ description: "The project's UUID, with or without dashes, or its number." }),
})

export const releaseFileParams = ingestParams.extend({
  version: z
    .string()
    .max(UPLOAD_LIMITS.versionChars)
    .meta({ description: 'Not `.`; without `..`, `/` and `\\`.' }),
})

export const securityQuery = z.object({
  sentry_environment: z.string().optional().meta({ description: 'The environment of the reports.' }),
  sentry_release: z.string().optional().meta({ description: 'The release of the reports.' }),
})

export const acceptedEvent = z.object({ id: uuid }).meta({ id: 'AcceptedEvent' })

export const sdkAcceptedEvent = z
  .object({
    id: z
      .string()
      .length(32)
      .optional()
      .meta({ description: '32 hex digits.', examples: ['9a3c1f0e5b7d4c2a8e6f1029384756ab'] }),
  })
  .meta({ id: 'SdkAcceptedEvent' })

export const storedReleaseFile = z.object({ id: uuid, name: z.string() }).meta({ id: 'StoredReleaseFile' })

export const feedbackBody = z
  .object({
    event_id: z.string().meta({ description: 'A UUID in any spelling, of an event of this project.' }),
    name: z.string().optional(),
    email: z.string().optional(),
    comments: z.string().optional(),
  })
  .meta({ id: 'NewFeedback' })

/** The address of the crash dialog; it may also say what its texts are, by the names of the browser SDK's options. */
export const dialogQuery = z.object({
  dsn: z.string().max(2048).meta({ description: 'The DSN, whose key is the credential.' }),
  eventId: z.string().meta({ description: 'The event it is about: a UUID in any spelling.' }),
})

export const dialogScript = z.string()

export const dialogForm = z
  .object({ name: z.string().optional(), email: z.string().optional(), comments: z.string().min(1) })
  .meta({ id: 'CrashReport' })

export const dialogAnswer = z.object({})

export const releaseFileForm = z
  .object({
    file: z.string().meta({ format: 'binary' }),
    name: z
      .string()
      .max(UPLOAD_LIMITS.nameChars)
      .optional()
      .meta({ description: 'Default: the name of the file.' }),
    dist: z
      .string()
      .max(UPLOAD_LIMITS.distChars)
      .optional()
      .meta({ description: 'The build of the release that the file belongs to.' }),
    header: z
      .array(z.string())
      .optional()
      .meta({ description: 'Repeatable: `Sourcemap:app.js.map`, `debug-id:…`.' }),
  })
  .meta({ id: 'ReleaseFileForm' })

/** What an envelope or store body is: bytes, described in docs/protocol.md. */
export const ingestBytes = z.string().meta({ format: 'binary' })
