import { returnPath } from '#contract/return-path.ts'
import { requireProvider, type SingleSignOnDeps } from './deps.ts'
import { sealStep } from './sealed-step.ts'

export const HOME = '/issues'

/** @param asked the path to open afterwards, from a link that anybody can write.
 * @returns where the browser goes, and what it keeps meanwhile. @throws not_found, ProviderError */
export async function beginSingleSignOn(
  deps: SingleSignOnDeps,
  asked: string | undefined,
): Promise<{ url: string; awayStep: string }> {
  const provider = requireProvider(deps)
  const { url, checks } = await provider.begin()
  const returnTo = returnPath(asked, provider.origin) ?? HOME
  return { url, awayStep: sealStep(deps, 'sso_away', { returnTo, checks }) }
}
