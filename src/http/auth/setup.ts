import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { SetupAnswer, SetupBody, SetupState } from '#contract/auth.ts'
import { ServiceError } from '#contract/errors.ts'
import { equalSecrets } from '#platform/secret-token.ts'
import { hasUsers } from '#storage/credentials.ts'
import type { ApiServices } from '../api-services.ts'
import type { PublicCall } from '../route.ts'
import { setUpOrganization } from './create-organization.ts'
import { startSession } from './start-session.ts'

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1']

/** The page that sets up the service; the token is in the fragment, which reaches no log. */
export function setupLink(baseUrl: string, setupToken: string): string {
  return `${baseUrl}/setup#token=${setupToken}`
}

/** GET /api/v1/setup. */
export async function getSetup({ services, request }: PublicCall): Promise<SetupState> {
  const needed = !(await hasUsers(services.database.queries))
  return { needed, token_required: needed && !isOnThisMachine(request, services) }
}

/** POST /api/v1/setup: the first organization and its Owner, signed in. */
export async function postSetup(call: PublicCall<{ body: SetupBody }>): Promise<SetupAnswer> {
  const { services, request, body } = call
  if (await hasUsers(services.database.queries)) {
    throw new ServiceError('conflict', 'This installation is set up already. Sign in.')
  }
  if (!isOnThisMachine(request, services) && !equalSecrets(body.token ?? '', services.setupToken)) {
    throw new ServiceError('forbidden', 'Open the setup link that the service printed when it started.')
  }
  const owner = await setUpOrganization(services, {
    ...body,
    origin: { kind: 'owner', ip: request.ip },
  })
  await startSession(call, owner)
  return {
    user: { id: owner.userId, email: body.email, name: body.name ?? '' },
    org: { id: owner.orgUid, name: body.organization },
    role: 'owner',
  }
}

/**
 * True for a client that is surely on this machine: its address is loopback, it asked for a local name (a
 * page of another site that had its name resolve to us did not), and no proxy stands between. Behind a
 * proxy on this machine every address is loopback.
 */
function isOnThisMachine(request: FastifyRequest, { config }: ApiServices): boolean {
  if (config.trustedProxies === 0 && FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined))
    return false
  const name = request.hostname.replace(/^\[|\]$/g, '')
  return isLoopback(request.ip) && LOCAL_NAMES.includes(name)
}

function isLoopback(ip: string): boolean {
  const plain = ip.replace(/^::ffff:/i, '')
  return ip === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}
