import {
  acceptedEvent,
  dialogAnswer,
  dialogForm,
  dialogQuery,
  dialogScript,
  feedbackBody,
  ingestBytes,
  ingestParams,
  releaseFileForm,
  releaseFileParams,
  sdkAcceptedEvent,
  securityQuery,
  storedReleaseFile,
} from '#contract/event/ingest.ts'
import { INGEST_LIMITS } from '#contract/limits.ts'
import { type DescribedRoute, dsnRoute } from './route.ts'

const ACCEPTED = 'Accepted and on disk; processed within moments.'
const ACCEPTED_OF_SDK = {
  status: 200,
  description: 'For stock SDKs (`sentry_key`), instead of 202: the ID without dashes.',
  answer: sdkAcceptedEvent,
} as const

const EVENT_LIMIT = 'events per hour of the project and of the key; per minute of a client address'
const FEEDBACK_LIMIT = 'feedback per hour of the project'
const EVENT_ERRORS = ['ingest_cap_exceeded', 'rate_limit_exceeded'] as const
const DIALOG_ERRORS = ['invalid_request', 'forbidden'] as const

/** The routes that take DSN credentials. Each is served with and without its last slash, and answers OPTIONS, by the
 * scope of `ingest/register-ingest.ts`. */
export const INGEST_ROUTES: readonly DescribedRoute[] = [
  dsnRoute('POST /api/{project}/envelope/', {
    summary: 'Send an envelope with an event',
    bodyType: 'application/x-compat-envelope',
    limit: EVENT_LIMIT,
    params: ingestParams,
    body: ingestBytes,
    answer: acceptedEvent,
    status: 202,
    success: ACCEPTED,
    maxBodyBytes: INGEST_LIMITS.maxBodyBytes,
    otherAnswers: [
      {
        ...ACCEPTED_OF_SDK,
        description: `${ACCEPTED_OF_SDK.description} No ID if the envelope has no event.`,
      },
    ],
    errors: [...EVENT_ERRORS, 'feedback_cap_exceeded', 'invalid_envelope'],
  }),
  dsnRoute('POST /api/{project}/store/', {
    summary: 'Send one event as JSON',
    limit: EVENT_LIMIT,
    bodyType: 'application/json',
    params: ingestParams,
    body: ingestBytes,
    answer: acceptedEvent,
    status: 202,
    success: ACCEPTED,
    maxBodyBytes: INGEST_LIMITS.maxBodyBytes,
    otherAnswers: [ACCEPTED_OF_SDK],
    errors: [...EVENT_ERRORS, 'invalid_store'],
  }),
  dsnRoute('POST /api/{project}/security/', {
    summary: "Send browsers' reports of CSP violations",
    limit: EVENT_LIMIT,
    bodyType: 'application/reports+json',
    params: ingestParams,
    query: securityQuery,
    body: ingestBytes,
    answer: acceptedEvent,
    status: 202,
    success: `${ACCEPTED} The ID is that of the first report.`,
    maxBodyBytes: INGEST_LIMITS.maxBodyBytes,
    otherAnswers: [
      {
        ...ACCEPTED_OF_SDK,
        description: `${ACCEPTED_OF_SDK.description} No ID if all reports are of other types.`,
      },
    ],
    errors: [...EVENT_ERRORS, 'invalid_request'],
  }),
  dsnRoute('POST /api/{project}/user-feedback/', {
    summary: 'Submit user feedback for an event',
    limit: FEEDBACK_LIMIT,
    bodyType: 'application/json',
    params: ingestParams,
    body: feedbackBody,
    answer: acceptedEvent,
    status: 201,
    success: 'Stored.',
    maxBodyBytes: INGEST_LIMITS.maxBodyBytes,
    errors: ['feedback_cap_exceeded', 'invalid_request', 'event_not_found'],
  }),
  {
    ...dsnRoute('GET /api/embed/error-page/', {
      summary: 'Get the crash dialog script for the browser SDK',
      bodyType: 'application/json',
      query: dialogQuery,
      answer: dialogScript,
      success: 'A script that opens the dialog.',
      errors: DIALOG_ERRORS,
    }),
    answerType: 'text/javascript',
  },
  dsnRoute('POST /api/embed/error-page/', {
    summary: 'Submit the crash dialog',
    limit: `${FEEDBACK_LIMIT}; ${INGEST_LIMITS.dialogFormsPerMinute} forms per minute of a client address`,
    bodyType: 'application/x-www-form-urlencoded',
    query: dialogQuery,
    body: dialogForm,
    answer: dialogAnswer,
    success: 'Stored.',
    maxBodyBytes: INGEST_LIMITS.dialogFormBytes,
    errors: [...DIALOG_ERRORS, 'rate_limit_exceeded', 'feedback_cap_exceeded'],
  }),
  dsnRoute('POST /api/{project}/releases/{version}/files/', {
    summary: 'Upload a file of a release, such as a source map',
    limit: 'uploads per hour of the project with the public key alone',
    bodyType: 'multipart/form-data',
    params: releaseFileParams,
    body: releaseFileForm,
    answer: storedReleaseFile,
    status: 201,
    success: 'Stored. With the secret key, it replaces a file of the same release and name.',
    maxBodyBytes: INGEST_LIMITS.maxBodyBytes,
    errors: [
      'invalid_release_version',
      'invalid_release_file',
      'conflict',
      'rate_limit_exceeded',
      'storage_error',
    ],
  }),
]
