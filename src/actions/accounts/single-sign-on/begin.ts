import { returnPath } from '#contract/return-path.ts'
import { requireProvider, type SingleSignOnDeps } from './deps.ts'
import { sealStep } from './sealed-step.ts'

export const HOME = '/issues'

/** A cookie holds the path to come back to; browsers drop those over 4 kB. */
const MAX_PATH_CHARS = 2000

/** @param asked the path to open afterwards, from a link that anybody can write.
 * @returns where the browser goes, and what it keeps meanwhile. @throws not_found, ProviderError */
export async function beginSingleSignOn(
  deps: SingleSignOnDeps,
  asked: string | undefined,
): Promise<{ url: string; awayStep: string }> {
  const provider = requireProvider(deps)
  const { url, checks } = await provider.begin()
  const path = returnPath(asked, provider.origin) ?? HOME
  const returnTo = path.length > MAX_PATH_CHARS ? HOME : path
  return { url, awayStep: sealStep(deps, 'sso_away', { returnTo, checks }) }
}
