import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { noteOwn } from './own-statements.ts'
import { emptyDatabase } from './shared-postgres.ts'

/** What the service may sign in as: a plain user, one with roles of an administrator, or one above policies. */
export type Login = '' | 'GIVEN ROLES' | 'BYPASSRLS' | 'SUPERUSER'

/** A new empty database that belongs to a new user of this kind; returns its URL, with the user in it. */
export async function databaseOfLogin(login: Login): Promise<string> {
  const url = new URL(await emptyDatabase())
  const user = `login_${randomBytes(6).toString('hex')}`
  await asPostgres(url.href, [
    `CREATE ROLE ${user} LOGIN ${login === 'GIVEN ROLES' ? '' : login}`,
    `ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${user}`,
    ...(login === 'GIVEN ROLES' ? ['errata_tenant', 'errata_service'].flatMap(giveRole(user)) : []),
  ])
  url.username = user
  return url.href
}

function giveRole(user: string): (role: string) => string[] {
  return (role) => [
    `DO $$ BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    `GRANT ${role} TO ${user}`,
  ]
}

/** Runs statements one after the other on a connection of their own; returns the rows of the last one. */
export async function asPostgres(url: string, statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) {
      noteOwn(statement)
      rows = (await client.query(statement)).rows
    }
    return rows
  } finally {
    await client.end()
  }
}
