import type { PasswordHasher } from '#actions/accounts/password/hasher.ts'

/** Holds the next `count` sign-ins after their passwords were checked and lets them go on at once: passwords are checked
 * two at a time, so what follows them would hardly ever meet. */
export function releaseTogether(passwords: PasswordHasher, count: number): void {
  const all = Promise.withResolvers<void>()
  let held = 0
  passwords.verify = async (...given) => {
    const matches = await Object.getPrototypeOf(passwords).verify.apply(passwords, given)
    held += 1
    if (held === count) {
      Reflect.deleteProperty(passwords, 'verify')
      all.resolve()
    }
    await all.promise
    return matches
  }
}
