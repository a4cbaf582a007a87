import type { SetupAnswer, SetupBody } from '#contract/account/auth.ts'
import { ServiceError } from '#contract/errors.ts'
import { equalSecrets } from '#platform/secret-token.ts'
import { hasUsers } from '#storage/account/credentials.ts'
import type { ActionDeps } from '../action-deps.ts'
import { alreadySetUp, type OrganizationDeps, setUpOrganization } from './create-organization.ts'
import { type Browser, startSession } from './session/start-session.ts'

const WRONG_TOKEN =
  'The setup token is missing or wrong. Open the setup link that the service printed when it last started; it is in its terminal or log.'

export interface SetupDeps extends OrganizationDeps {
  setupToken: string
}

export async function needsSetup({ database }: Pick<ActionDeps, 'database'>): Promise<boolean> {
  return !(await hasUsers(database.queries))
}

/** The request's address decides nothing: behind a proxy that adds no header, everyone is on loopback.
 * @returns a session token too; null for a removed Owner. @throws conflict, forbidden, invalid_request */
export async function setUp(
  deps: SetupDeps,
  body: SetupBody,
  browser: Browser,
): Promise<{ answer: SetupAnswer; token: string | null }> {
  if (!(await needsSetup(deps))) throw alreadySetUp()
  if (!equalSecrets(body.token ?? '', deps.setupToken)) throw new ServiceError('forbidden', WRONG_TOKEN)
  const owner = await setUpOrganization(deps, { ...body, origin: { kind: 'owner', ip: browser.ip } })
  const token = await startSession(deps, owner, browser)
  const answer = {
    user: { id: owner.userId, email: body.email, name: body.name ?? '' },
    org: { id: owner.orgUid, name: body.organization },
    role: 'owner' as const,
  }
  return { answer, token }
}
