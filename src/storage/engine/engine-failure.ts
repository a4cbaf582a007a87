import type { EngineTrouble } from '#contract/errors.ts'

/** By the start of a code of SQLite, PostgreSQL or the network; the first that fits. */
const BY_CODE: [RegExp, EngineTrouble][] = [
  [/^(SQLITE_FULL|53100)/, 'disk_full'],
  [/^57014/, 'too_slow'],
  // 40: transactions that others' cut short, and that were tried again several times.
  [/^(SQLITE_BUSY|SQLITE_LOCKED|53|55P03|40001|40P01)/, 'busy'],
  // 28, 3D000 and 55000: a connection refused, since the password or the database was changed under us.
  [/^(08|57P|25P03|28|3D000|55000)/, 'unreachable'],
  [/^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/, 'unreachable'],
  // A standby, a primary that was demoted, or a file system that the kernel made read-only.
  [/^(25006|SQLITE_READONLY)/, 'read_only'],
  [/^(SQLITE_(IOERR|CANTOPEN)|58)/, 'file_unusable'],
  [/^(SQLITE_(CORRUPT|NOTADB)|XX00[12])/, 'damaged'],
]
/** By the start of a message of the PostgreSQL client, which gives these no code. */
const BY_MESSAGE: [RegExp, EngineTrouble][] = [
  [/^Query read timeout/, 'too_slow'],
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^(Connection terminated|Client has encountered)/, 'unreachable'],
]

/** The engine's problem (full disk, lost connection) if it caused a failure, otherwise null. */
export function engineTrouble(error: unknown): EngineTrouble | null {
  const { code, message, severity } = (error ?? {}) as Record<'code' | 'message' | 'severity', unknown>
  if (typeof code === 'string') {
    // No statement's fault ends a connection of PostgreSQL, whatever the code: XX000 while its disk is full.
    const isEnded = severity === 'FATAL' || severity === 'PANIC'
    return firstOf(BY_CODE, code) ?? (isEnded ? 'unreachable' : null)
  }
  return typeof message === 'string' ? firstOf(BY_MESSAGE, message) : null
}

export function isEngineFailure(error: unknown): boolean {
  return engineTrouble(error) !== null
}

function firstOf(rules: readonly [RegExp, EngineTrouble][], text: string): EngineTrouble | null {
  return rules.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
