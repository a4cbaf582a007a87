import { randomUUID } from 'node:crypto'
import { LEVELS } from '#contract/vocabulary.ts'
import { type CommandContext, RemoteError, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { UNREACHABLE } from '../remote/remote.ts'

const TIMEOUT_MS = 15_000
const DEFAULT_MESSAGE = 'A test event, sent by errata send-event'

/** `send-event`: sends one event to a DSN, as an SDK would: what a script or a new installation can be tried with. */
export async function sendEventCommand({ args }: CommandContext): Promise<void> {
  const {
    dsn,
    json,
    message = DEFAULT_MESSAGE,
    level = 'error',
    ...rest
  } = readOptions(args, ['dsn', 'message', 'level', 'environment', 'release', 'json'])
  if (!LEVELS.some((known) => known === level))
    throw new UsageError(`--level must be one of ${LEVELS.join(', ')}.`)
  const event = { timestamp: Date.now() / 1000, platform: 'other', level, message, ...rest }
  const event_id = await sendTo(dsn, event)
  process.stdout.write(json ? `${JSON.stringify({ id: event_id })}\n` : `Sent the event ${event_id}.\n`)
}

/** @returns its id. @throws UsageError for what is not a DSN; RemoteError if the event is not taken. */
export async function sendTo(dsn: string | undefined, event: object): Promise<string> {
  const { url, key } = readDsn(dsn)
  const event_id = randomUUID().replaceAll('-', '')
  await send(url, key, JSON.stringify({ event_id, ...event }))
  return event_id
}

/** `https://KEY@host/path/PROJECT`, with or without a secret behind the key. */
function readDsn(dsn: string | undefined): { url: URL; key: string } {
  const url = dsn !== undefined && URL.canParse(dsn) ? new URL(dsn) : null
  const [, prefix, project] = /^(.*)\/([^/]+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url || !/^https?:$/.test(url.protocol) || url.username === '' || project === undefined) {
    throw new UsageError('Give --dsn with the DSN of a project, such as https://KEY@errors.example.com/1.')
  }
  return { url: new URL(`${prefix}/api/${project}/store/`, url.origin), key: url.username }
}

async function send(url: URL, key: string, body: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=errata-cli/1.0`,
  }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).catch(
    (cause) => {
      const message = `${url.origin} cannot be reached. Is the DSN right, and the service running?`
      throw new RemoteError(message, UNREACHABLE, { cause })
    },
  )
  const text = await response.text()
  if (!response.ok)
    throw new RemoteError(`The service rejected the event with ${response.status}: ${text}`, 1)
}
