import { addNews, countNews, isPersonal, type LetterNews, type News } from '#domain/notify/news.ts'
import { DEFAULT_PREFERENCES, wantedNews } from '#domain/notify/preferences.ts'
import { nextDigestAt } from '#domain/notify/quiet-hours.ts'
import { listMentionable } from '#storage/account/member-contact.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertLetter, lockGathering, updateGathering } from '#storage/notify/letter.ts'
import { takeNotices } from '#storage/notify/notice.ts'
import { listDueDigests, listPreferences, moveDigest } from '#storage/notify/preference.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

const GATHER_MS = 60_000
const NOTICES_PER_STEP = 100
const DIGESTS_PER_STEP = 50
const NOTHING: LetterNews = { items: [], counts: {} }

/** Puts what happened into the letters of those who ask for it, exactly once.
 * @returns how many notices were dropped because they can't be read */
export async function gatherNews(deps: ActionDeps, org: Org): Promise<number> {
  let dropped = 0
  let taken = NOTICES_PER_STEP
  while (taken === NOTICES_PER_STEP) {
    const notices = await deps.database.inOrg(org, (scope) => gatherSome(scope, deps.clock()))
    taken = notices.length
    dropped += notices.filter((news) => news === null).length
  }
  return dropped
}

async function gatherSome(scope: OrgScope, now: number): Promise<(News | null)[]> {
  const notices = await takeNotices(scope, NOTICES_PER_STEP)
  if (notices.length === 0) return notices
  const preferences = await listPreferences(scope)
  const members = new Set((await listMentionable(scope)).map(({ id }) => id))
  const wanted = new Map<string, LetterNews>()
  for (const news of notices) {
    if (!news) continue
    for (const userId of news.to ?? preferences.keys()) {
      if (!members.has(userId)) continue
      const part = wantedNews(preferences.get(userId) ?? DEFAULT_PREFERENCES, news, now)
      if (countNews(part) > 0) wanted.set(userId, addNews(wanted.get(userId) ?? NOTHING, part))
    }
  }
  await writeLetters(scope, wanted, now)
  return notices
}

async function writeLetters(
  scope: OrgScope,
  wanted: ReadonlyMap<string, LetterNews>,
  now: number,
): Promise<void> {
  if (wanted.size === 0) return
  const open = await lockGathering(scope, [...wanted.keys()])
  for (const [userId, news] of wanted) {
    const letter = open.get(userId)
    const dueAt = isPersonal(news) ? now : now + GATHER_MS
    if (!letter) await insertLetter(scope, { userId, news, dueAt, now })
    else {
      await updateGathering(scope, {
        ...letter,
        news: addNews(letter.news, news),
        dueAt: Math.min(letter.dueAt, dueAt),
      })
    }
  }
}

export async function beginDigests(deps: ActionDeps, org: Org): Promise<void> {
  await deps.database.inOrg(org, async (scope) => {
    const now = deps.clock()
    for (const { userId, digestAt, timeZone } of await listDueDigests(scope, now, DIGESTS_PER_STEP)) {
      const isOurs = await moveDigest(scope, userId, { from: digestAt, to: nextDigestAt(now, timeZone) })
      // One that a clock that was ahead has put off is put right, not sent.
      if (isOurs && digestAt <= now) await insertLetter(scope, { userId, news: null, dueAt: now, now })
    }
  })
}
