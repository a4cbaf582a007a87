import {
  acceptedEvent,
  feedbackBody,
  ingestBytes,
  ingestParams,
  releaseFileForm,
  releaseFileParams,
  sdkAcceptedEvent,
  storedReleaseFile,
} from '#contract/ingest.ts'
import { LIMITS } from '#contract/limits.ts'
import { type DescribedRoute, dsnRoute } from './route.ts'

const ACCEPTED = 'Accepted: durable, processed soon.'
const ACCEPTED_OF_SDK = {
  status: 200,
  description: 'To stock SDKs (`sentry_key`) instead of 202: the id without dashes.',
  answer: sdkAcceptedEvent,
} as const

/**
 * The routes that take DSN credentials; a part of the page of routes. Each is served with and without its
 * last slash, and answers OPTIONS, by the scope of `ingest/register-ingest.ts`.
 */
export function ingestRoutes(): DescribedRoute[] {
  return [
    dsnRoute('POST /api/{project}/envelope/', {
      summary: 'Send an envelope with an event',
      bodyType: 'application/x-compat-envelope',
      params: ingestParams,
      body: ingestBytes,
      answer: acceptedEvent,
      status: 202,
      success: ACCEPTED,
      maxBodyBytes: LIMITS.maxBodyBytes,
      otherAnswers: [
        {
          ...ACCEPTED_OF_SDK,
          description: `${ACCEPTED_OF_SDK.description} No id where the envelope holds no event.`,
        },
      ],
      errors: ['ingest_cap_exceeded', 'invalid_envelope'],
    }),
    dsnRoute('POST /api/{project}/store/', {
      summary: 'Send one event as JSON',
      bodyType: 'application/json',
      params: ingestParams,
      body: ingestBytes,
      answer: acceptedEvent,
      status: 202,
      success: ACCEPTED,
      maxBodyBytes: LIMITS.maxBodyBytes,
      otherAnswers: [ACCEPTED_OF_SDK],
      errors: ['ingest_cap_exceeded', 'invalid_store'],
    }),
    dsnRoute('POST /api/{project}/user-feedback/', {
      summary: 'Say what happened before an event',
      bodyType: 'application/json',
      params: ingestParams,
      body: feedbackBody,
      answer: acceptedEvent,
      status: 201,
      success: 'Stored.',
      maxBodyBytes: LIMITS.maxBodyBytes,
      errors: ['invalid_request', 'event_not_found'],
    }),
    dsnRoute('POST /api/{project}/releases/{version}/files/', {
      summary: 'Upload a file of a release, such as a source map',
      bodyType: 'multipart/form-data',
      params: releaseFileParams,
      body: releaseFileForm,
      answer: storedReleaseFile,
      status: 201,
      success: 'Stored; a file of the same release and name is replaced.',
      maxBodyBytes: LIMITS.maxBodyBytes,
      errors: ['invalid_release_version', 'invalid_release_file', 'storage_error'],
    }),
  ]
}
