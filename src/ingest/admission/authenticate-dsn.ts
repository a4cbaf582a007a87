import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { Lru } from '#platform/lru.ts'
import { hashSecret } from '#platform/secret-token.ts'
import { type DsnCredential, findDsnCredential } from '#storage/account/credentials.ts'
import type { Database } from '#storage/engine/database.ts'
import { markDsnKeyUsed } from '#storage/project/dsn-key.ts'
import type { DsnCredentials } from './dsn-credentials.ts'

export type DsnKey = DsnCredential

export interface DsnAuthenticatorOptions {
  database: Pick<Database, 'queries' | 'serviceScope'>
  clock: Clock
  /** Gets failures to note that a key was used; no sender sees them. */
  onError(error: unknown): void
}

export class RefusedKeyError extends ServiceError {
  readonly key: DsnKey

  constructor(code: 'invalid_dsn' | 'dsn_revoked' | 'project_mismatch', key: DsnKey, message?: string) {
    super(code, message)
    this.key = key
  }
}

const UNKNOWN_KEY = "No project has this DSN key: copy the DSN again from the project's settings."
const WRONG_SECRET = 'The secret does not match the DSN key. Correct it, or leave it out.'

/** A change to a key, made on any node, is in force after this time at the latest. */
const CACHE_MS = 1000
const CACHE_KEYS = 10_000
const MARK_USED_MS = 60_000

/** Finds and checks DSN keys; keeps those it found for a second. */
export class DsnAuthenticator {
  readonly #options: DsnAuthenticatorOptions
  readonly #found = new Lru<string, { key: DsnKey | null; until: number }>(CACHE_KEYS)
  readonly #lookups = new Map<string, Promise<DsnKey | null>>()
  readonly #markedAt = new Lru<string, number>(CACHE_KEYS)

  constructor(options: DsnAuthenticatorOptions) {
    this.#options = options
  }

  /** A promise only if the key was not seen within the last second.
   * @param pathId UUID, dashed or not, or the numeric alias. @throws invalid_dsn, dsn_revoked,
   * project_mismatch, queue_unavailable (in this order) */
  authenticate(credentials: DsnCredentials, pathId: string): DsnKey | Promise<DsnKey> {
    const found = this.#find(credentials.publicKey)
    if (found instanceof Promise) return found.then((key) => this.#check(key, credentials, pathId))
    return this.#check(found, credentials, pathId)
  }

  /** A key that was authenticated, as it is now. @throws invalid_dsn, dsn_revoked, queue_unavailable */
  present({ publicKey }: DsnKey): DsnKey | Promise<DsnKey> {
    const found = this.#find(publicKey)
    return found instanceof Promise ? found.then(requireValid) : requireValid(found)
  }

  forget(publicKey: string): void {
    this.#found.delete(publicKey)
    this.#lookups.delete(publicKey)
  }

  #find(publicKey: string): DsnKey | null | Promise<DsnKey | null> {
    const found = this.#found.get(publicKey)
    const isKnown = found !== undefined && isFresh(found.until, this.#options.clock())
    return isKnown ? found.key : this.#lookUp(publicKey)
  }

  #check(found: DsnKey | null, credentials: DsnCredentials, pathId: string): DsnKey {
    const key = requireThere(found)
    if (!secretMatches(key, credentials.secret)) throw new RefusedKeyError('invalid_dsn', key, WRONG_SECRET)
    requireValid(key)
    if (!namesProject(pathId, key)) throw new RefusedKeyError('project_mismatch', key)
    this.#markUsed(key)
    return key
  }

  #lookUp(publicKey: string): Promise<DsnKey | null> {
    if (!/^[0-9a-f]{32}$/.test(publicKey)) return Promise.resolve(null)
    const running = this.#lookups.get(publicKey)
    if (running !== undefined) return running
    const lookup = this.#load(publicKey)
    this.#lookups.set(publicKey, lookup)
    // Counted from before the query: what it read may already be old when it arrives.
    const until = this.#options.clock() + CACHE_MS
    const finish = (key?: DsnKey | null) => {
      // `forget` may have come in between: then this answer is not worth keeping.
      if (this.#lookups.get(publicKey) !== lookup) return
      this.#lookups.delete(publicKey)
      if (key !== undefined) this.#found.set(publicKey, { key, until })
    }
    lookup.then(finish, () => finish())
    return lookup
  }

  async #load(publicKey: string): Promise<DsnKey | null> {
    try {
      return await findDsnCredential(this.#options.database.queries, publicKey)
    } catch (cause) {
      throw new ServiceError('queue_unavailable', undefined, { retryAfterSeconds: 5, cause })
    }
  }

  #markUsed(key: DsnKey): void {
    const now = this.#options.clock()
    const markedAt = this.#markedAt.get(key.id)
    if (markedAt !== undefined && Math.abs(now - markedAt) < MARK_USED_MS) return
    this.#markedAt.set(key.id, now)
    const { database, onError } = this.#options
    markDsnKeyUsed(database.serviceScope(key), key.id, now).catch(onError)
  }
}

/** A clock that was set back must not prolong what is kept. */
function isFresh(until: number, now: number): boolean {
  return now < until && until - now <= CACHE_MS
}

function requireThere(key: DsnKey | null): DsnKey {
  if (key === null) throw new ServiceError('invalid_dsn', UNKNOWN_KEY)
  return key
}

function requireValid(found: DsnKey | null): DsnKey {
  const key = requireThere(found)
  if (key.revokedAt !== null) throw new RefusedKeyError('dsn_revoked', key)
  return key
}

function secretMatches(key: DsnKey, secret: string | null): boolean {
  return secret === null || timingSafeEqual(hashSecret(secret), key.secretHash)
}

export function namesProject(pathId: string, key: Pick<DsnKey, 'projectId' | 'projectUid'>): boolean {
  if (pathId === key.projectUid || pathId === String(key.projectId)) return true
  const plain = pathId.toLowerCase()
  return plain === key.projectUid || plain === key.projectUid.replaceAll('-', '')
}
