import { z } from 'zod'
import { count, timestamp } from '../scalars.ts'

/** Of the caller's own sign-in. */
export const twoFactor = z
  .object({
    enabled: z.boolean(),
    enabled_at: timestamp.nullable().meta({ description: 'Null if it is off.' }),
    recovery_codes_left: count.meta({ description: 'Recovery codes that were not used yet.' }),
  })
  .meta({ id: 'TwoFactor' })
export type TwoFactor = z.infer<typeof twoFactor>

/** Asked for again, because a session alone must not change how its owner signs in. */
export const ownPasswordBody = z.object({
  password: z.string().meta({ description: 'Your current password.' }),
})

export const twoFactorSetup = z
  .object({
    secret: z.string().meta({
      description: 'For an authenticator app, in base32. Shown only here.',
      examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
    }),
    uri: z.string().meta({
      description: 'The same for a QR code.',
      examples: [
        'otpauth://totp/Errata:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Errata&algorithm=SHA1&digits=6&period=30',
      ],
    }),
  })
  .meta({ id: 'TwoFactorSetup' })
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>

/** Blanks and dashes in it don't count. */
export const signInCode = z
  .string()
  .max(100)
  .meta({ examples: ['492039'] })

export const twoFactorCodeBody = z.object({
  code: signInCode.meta({ description: 'The 6 digits that the authenticator app shows.' }),
})

export const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string().meta({ examples: ['3f7k-q2mz-81xv-c9ht'] })).meta({
      description: 'Each signs in once in place of a code. Shown only here; earlier ones no longer work.',
    }),
  })
  .meta({ id: 'RecoveryCodes' })
export type RecoveryCodes = z.infer<typeof recoveryCodes>
