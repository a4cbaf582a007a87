import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { RepeatedLines } from './repeated-lines.ts'

/** Where a secret would stand if someone logged a request, a header list or a DSN. */
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
/** Kept of lines that cannot be written. */
const MAX_UNWRITTEN_BYTES = 1_000_000
const FRAME = '\n    at '
const MAX_ORIGIN_CHARS = 300
const { warn: WARN, fatal: FATAL } = pino.levels.values as { warn: number; fatal: number }

/**
 * JSON lines on standard error. Known secrets are blanked, two objects deep; never log bodies or queries.
 * Repeated warnings and errors appear once per ten seconds, with a count of the others in `repeated`.
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = standardError(),
): Logger {
  const paths = SECRETS.flatMap((name) => {
    const below = name.startsWith('[') ? name : `.${name}`
    return [name, `*${below}`, `*.*${below}`]
  })
  const lines = new RepeatedLines()
  const hooks = {
    logMethod(this: Logger, ...[args, write, lineLevel]: [Parameters<LogFn>, LogFn, number]) {
      const { fields, message } = lineOf(args)
      const isBounded = lineLevel >= WARN && lineLevel < FATAL
      const writeLater = (repeated: number) => write.call(this, { ...fields, repeated }, message)
      if (!isBounded || lines.admit(kindOf(fields, message), writeLater)) write.apply(this, args)
    },
  }
  return pino({ level, redact: { paths, censor: '[redacted]' }, hooks }, destination)
}

/** If it cannot be written (closed terminal, full disk), the service continues without a log. */
function standardError(): DestinationStream {
  const stream = pino.destination({ dest: STDERR, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
  return stream.on('error', () => {})
}

function lineOf(args: readonly unknown[]): { fields: Record<string, unknown>; message: string } {
  const [first, second] = args
  if (typeof first === 'string') return { fields: {}, message: first }
  const fields = first instanceof Error ? { err: first } : { ...(first as object) }
  return { fields, message: typeof second === 'string' ? second : '' }
}

/** Lines with the same message, code and origin of the error: two of our faults must not hide one another. */
function kindOf({ code, err }: Record<string, unknown>, message: string): string {
  return [message, code, err instanceof Error ? originOf(err.stack ?? '') : ''].join('\n')
}

function originOf(stack: string): string {
  const start = stack.indexOf(FRAME)
  return start < 0 ? '' : stack.slice(start, start + MAX_ORIGIN_CHARS).split('\n', 2)[1]!
}
