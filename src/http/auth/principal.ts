import type { Role } from '#contract/vocabulary.ts'

/** Who makes a request. Satisfies what use-cases ask of an organization. */
export interface Principal {
  /** Row key. */
  orgId: number
  orgUid: string
  orgName: string
  userId: string
  email: string
  name: string
  /** Read on each request. */
  role: Role
  session: { id: string; createdAt: number; expiresAt: number }
}
