import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Where a secret would stand if somebody logged a request, a header list or a DSN. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  '["set-cookie"]',
  '["x-compat-auth"]',
  '["x-sentry-auth"]',
]

const STDERR = 2

/**
 * The log of the process: JSON lines on standard error. Known places of secrets are blanked, up to two
 * objects deep; whoever logs still hands over neither bodies nor queries.
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = pino.destination({ dest: STDERR, sync: true }),
): Logger {
  const paths = SECRETS.flatMap((name) => {
    const below = name.startsWith('[') ? name : `.${name}`
    return [name, `*${below}`, `*.*${below}`]
  })
  return pino({ level, redact: { paths, censor: '[redacted]' } }, destination)
}
