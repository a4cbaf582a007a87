import { randomBytes } from 'node:crypto'
import type { Queries } from '../engine/scope.ts'

const NAME = 'installation_secret'
const BYTES = 32

/** Made with the first start. */
export async function installationSecret(db: Queries): Promise<Buffer> {
  await db
    .insertInto('setting')
    .values({ name: NAME, value: randomBytes(BYTES).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await readInstallationSecret(db))!
}

/** Null before the first start, and if it was lost. */
export async function readInstallationSecret(db: Queries): Promise<Buffer | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', NAME).executeTakeFirst()
  return row ? Buffer.from(row.value, 'base64') : null
}
