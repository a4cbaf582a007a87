import { z } from 'zod'
import { ServiceError } from '#contract/errors.ts'
import { NEWS_KINDS } from '#contract/vocabulary.ts'
import type { LetterNews } from '#domain/notify/news.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import { isMissingReference } from '#storage/engine/database.ts'
import { lockPreferences, writePreferences } from '#storage/notify/preference.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

const PURPOSE = 'unsubscribe'
const DIGEST = 'digest'

const grant = z.object({
  orgId: z.int(),
  orgUid: z.string(),
  userId: z.string(),
  topics: z.array(z.enum([...NEWS_KINDS, DIGEST])),
})
type Grant = z.infer<typeof grant>

export function unsubscribeToken(
  key: InstallationKey,
  { orgId, orgUid }: Org,
  { userId, news }: { userId: string; news: LetterNews | null },
): string {
  const topics = news === null ? [DIGEST] : NEWS_KINDS.filter((kind) => (news.counts[kind] ?? 0) > 0)
  return key.seal(PURPOSE, JSON.stringify({ orgId, orgUid, userId, topics }))
}

/** Idempotent, for the topics of a letter. @throws invalid_request for a token not made here. */
export async function unsubscribe(deps: ActionDeps & { key: InstallationKey }, token: string): Promise<void> {
  const { userId, topics, ...org } = grantOf(deps.key, token)
  try {
    await deps.database.inOrg(org, async (scope) => {
      const before = await lockPreferences(scope, userId)
      const kinds = { ...before.kinds }
      for (const topic of topics) if (topic !== DIGEST) kinds[topic] = false
      const digestAt = topics.includes(DIGEST) ? null : before.digestAt
      await writePreferences(scope, userId, { ...before, kinds, digestAt })
    })
  } catch (error) {
    // They have left, and get no mail anyway.
    if (!isMissingReference(error)) throw error
  }
}

/** @throws invalid_request for a token not made here. */
export function requireUnsubscribeToken(key: InstallationKey, token: string): void {
  grantOf(key, token)
}

function grantOf(key: InstallationKey, token: string): Grant {
  const text = token.length > 2000 ? null : key.open(PURPOSE, token)
  if (text === null) {
    throw new ServiceError(
      'invalid_request',
      'This unsubscribe link is not valid. Use the whole link, or change your notification settings.',
    )
  }
  return grant.parse(JSON.parse(text))
}
