import { countRows } from '../engine/count-rows.ts'
import type { OrgScope, Queries } from '../engine/scope.ts'

export interface TwoFactorRow {
  sealedSecret: string
  createdAt: number
  /** Null until a first code has confirmed it. */
  enabledAt: number | null
  /** The newest 30-second step whose code was used. */
  lastStep: number
}

/** Undefined for a member who never began; `enabledAt` says whether it is on. */
export async function readTwoFactor(scope: OrgScope, userId: string): Promise<TwoFactorRow | undefined> {
  return scope.db
    .selectFrom('two_factor')
    .select([
      'sealed_secret as sealedSecret',
      'created_at as createdAt',
      'enabled_at as enabledAt',
      'last_step as lastStep',
    ])
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function hasTwoFactor(scope: OrgScope, userId: string): Promise<boolean> {
  const row = await readTwoFactor(scope, userId)
  return row !== undefined && row.enabledAt !== null
}

/** A later secret replaces one that was not confirmed. @returns false if it is on already. */
export async function beginTwoFactor(
  scope: OrgScope,
  userId: string,
  { sealedSecret, createdAt }: Pick<TwoFactorRow, 'sealedSecret' | 'createdAt'>,
): Promise<boolean> {
  const columns = { sealed_secret: sealedSecret, created_at: createdAt, last_step: 0 }
  const row = await scope.db
    .insertInto('two_factor')
    .values({ org_id: scope.orgId, user_id: userId, enabled_at: null, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user_id'])
        .doUpdateSet(columns)
        .where('two_factor.org_id', '=', scope.orgId)
        .where('two_factor.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A code of this secret, which counts as used. */
export interface UsedCode {
  sealedSecret: string
  step: number
}

/** @returns false if it is on already, or has another secret by now. */
export async function confirmTwoFactor(
  scope: OrgScope,
  userId: string,
  { sealedSecret, step, at }: UsedCode & { at: number },
): Promise<boolean> {
  const result = await scope.db
    .updateTable('two_factor')
    .set({ enabled_at: at, last_step: step })
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('enabled_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** One statement, so that of two requests with the same code one gets true.
 * @param mostAhead a step that was used further ahead was of a wrong clock */
export async function takeStep(
  scope: OrgScope,
  userId: string,
  { sealedSecret, step, mostAhead }: UsedCode & { mostAhead: number },
): Promise<boolean> {
  const result = await scope.db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('enabled_at', 'is not', null)
    .where((eb) => eb.or([eb('last_step', '<', step), eb('last_step', '>', step + mostAhead)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** With its recovery codes. @returns whether it was on. */
export async function deleteTwoFactor(scope: OrgScope, userId: string): Promise<boolean> {
  const row = await scope.db
    .deleteFrom('two_factor')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .returning('enabled_at')
    .executeTakeFirst()
  return row !== undefined && row.enabled_at !== null
}

/** In place of those before. Run in a transaction. */
export async function replaceRecoveryCodes(
  scope: OrgScope,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await scope.db
    .deleteFrom('recovery_code')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .execute()
  await scope.db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ org_id: scope.orgId, user_id: userId, code_hash })))
    .execute()
}

/** @returns false for one that was used, replaced or never made: of two requests with the same, one gets true. */
export async function takeRecoveryCode(scope: OrgScope, userId: string, hash: Buffer): Promise<boolean> {
  const result = await scope.db
    .deleteFrom('recovery_code')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export function countRecoveryCodes(scope: OrgScope, userId: string): Promise<number> {
  const codes = scope.db.selectFrom('recovery_code').select('code_hash').where('org_id', '=', scope.orgId)
  return countRows(scope, codes.where('user_id', '=', userId))
}

/** Of all organizations, those who have it on. */
export async function listTwoFactorSecrets(
  db: Queries,
): Promise<Pick<TwoFactorRow & { userId: string }, 'userId' | 'sealedSecret'>[]> {
  return db
    .selectFrom('two_factor')
    .select(['user_id as userId', 'sealed_secret as sealedSecret'])
    .where('enabled_at', 'is not', null)
    .execute()
}
