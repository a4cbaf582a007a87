/** PostgreSQL cannot be used at start; the message says which one, why and what to do, and holds no password. */
export class PostgresRefusedError extends Error {}

const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'Start it, or correct host and port in SVC_DATABASE_URL.',
  ENOTFOUND: 'Correct the host in SVC_DATABASE_URL.',
  '28P01': 'Correct user and password in SVC_DATABASE_URL.',
  '28000': 'Create this user (createuser), let it sign in (pg_hba.conf), or correct SVC_DATABASE_URL.',
  '3D000': 'Create it (createdb), or correct the name in SVC_DATABASE_URL.',
  '25006': 'It is a standby, or was made read-only: name the primary in SVC_DATABASE_URL.',
  '42501': 'Make this user the owner of the database (ALTER DATABASE … OWNER TO …).',
}
const OTHER_ADVICE = 'Check SVC_DATABASE_URL and the log of PostgreSQL.'

export function postgresRefusal(cause: unknown, databaseUrl: string): PostgresRefusedError {
  // Where a name has several addresses, and none answers, the error has no words of its own.
  const error = cause instanceof AggregateError ? cause.errors[0] : cause
  const { message, code } = error as { message?: string; code?: string }
  const advice = ADVICE[code ?? ''] ?? OTHER_ADVICE
  return new PostgresRefusedError(
    `PostgreSQL at ${placeOf(databaseUrl)} cannot be used: ${message}. ${advice}`,
    { cause },
  )
}

function placeOf(databaseUrl: string): string {
  const { username, host, pathname } = new URL(databaseUrl)
  return `${username && `${username}@`}${host}${pathname}`
}
