import { hash, verify } from '@node-rs/argon2'
import { ServiceError } from '#contract/errors.ts'
import { type Lane, LaneTurns } from '#platform/turns/lane-turns.ts'

/** OWASP's argon2id setting for interactive logins: 19 MiB, 2 passes, 1 lane; about 11 ms. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each takes 19 MiB and a core: two at once leave room for everything else. */
const MAX_RUNNING = 2
const MAX_WAITING = 200
const MAX_WAITING_OF_LANE = 50
/** Setting a password needs a session or a link. */
const SETTING: Lane = { name: 'set', isReserved: true }
/** Longer ones match nothing: argon2 would take them, at a cost the caller chooses. */
export const PASSWORD_MAX_BYTES = 256

/** The hash of a random text: verifying against it takes as long as against a real hash. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$tM8P9M/qmO9/YsBkMaW6rg$2gfnv3pzvvgbpQvR+Mk9E3QqJmqlFBzBoCfIBMkbXhI'

/** In place of the hash of a member who signs in with an account of a provider alone. */
export const NO_PASSWORD = '!'

export class PasswordHasher {
  readonly #turns = new LaneTurns({
    running: MAX_RUNNING,
    perLane: MAX_WAITING_OF_LANE,
    inAll: MAX_WAITING,
    refusal: () =>
      new ServiceError('rate_limit_exceeded', 'Too many sign-ins at once. Try again shortly.', {
        retryAfterSeconds: 2,
      }),
  })

  /** In PHC string form. @throws invalid_request over 256 bytes, which `verify` never accepts */
  async hash(password: string): Promise<string> {
    if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
      throw new ServiceError('invalid_request', `A password can have at most ${PASSWORD_MAX_BYTES} bytes.`)
    }
    return this.#turns.run(SETTING, () => hash(password, ARGON2ID))
  }

  /** Null (no such user, or no password yet) and NO_PASSWORD are false, after the same time. */
  async verify(passwordHash: string | null, password: string, lane: Lane): Promise<boolean> {
    const tooLong = Buffer.byteLength(password) > PASSWORD_MAX_BYTES
    const against = tooLong || passwordHash === NO_PASSWORD ? null : passwordHash
    const matches = await this.#turns.run(lane, () =>
      verify(against ?? NOBODYS_HASH, tooLong ? '' : password),
    )
    return matches && against !== null
  }
}
