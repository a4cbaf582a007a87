import { z } from 'zod'
import { givenName, uuid } from '../scalars.ts'

export const organization = z
  .object({
    id: uuid,
    name: z.string(),
    requires_two_factor: z.boolean().meta({
      description: 'True if members need two-factor sign-in, or sign in with the single sign-on provider.',
    }),
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof organization>

export const organizationPatch = z
  .object({ name: givenName.min(1), requires_two_factor: z.boolean() })
  .partial()
  .meta({ id: 'OrganizationPatch' })
export type OrganizationPatch = z.infer<typeof organizationPatch>
