import { randomBytes } from 'node:crypto'
import type { Queries } from '../engine/scope.ts'

const NAME = 'installation_secret'
const BYTES = 32

export async function installationSecret(db: Queries): Promise<Buffer> {
  await db
    .insertInto('setting')
    .values({ name: NAME, value: randomBytes(BYTES).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  return Buffer.from(value, 'base64')
}
