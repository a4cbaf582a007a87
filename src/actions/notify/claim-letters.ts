import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { isPersonal, type LetterNews } from '#domain/notify/news.ts'
import { DEFAULT_PREFERENCES, type NotificationPreferences } from '#domain/notify/preferences.ts'
import { endOfQuiet } from '#domain/notify/quiet-hours.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import {
  claimLetter,
  type DueLetter,
  dropFinished,
  lockDue,
  postponeLetter,
  recordLetter,
  sentSince,
} from '#storage/notify/letter.ts'
import { listPreferences } from '#storage/notify/preference.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

type ReadableLetter = DueLetter & { news: LetterNews | null }

export interface ClaimedLetter extends ReadableLetter {
  claimedUntil: number
  preferences: NotificationPreferences
}

const LETTERS_PER_STEP = 20
/** Longer than any attempt. The letters of a node that crashed are free again after this time. */
const CLAIM_MS = 120_000
const MOST_PER_HOUR = 20
/** News that isn't about the reader waits this long for each letter of the last hour. */
const REST_MS = 5 * 60_000
const KEPT_MS = 2 * DAY_MS

interface Claims {
  claimed: ClaimedLetter[]
  /** Letters that were given up: their text is damaged. */
  unreadable: DueLetter[]
}

/** Takes letters that are due; those that come in quiet hours, or too soon after others, wait and take more news. */
export async function claimLetters(deps: ActionDeps, org: Org): Promise<Claims> {
  return deps.database.inOrg(org, async (scope) => {
    const now = deps.clock()
    const due = await lockDue(scope, now, LETTERS_PER_STEP)
    const unreadable = due.filter((letter) => !isReadable(letter))
    for (const { id, dueAt } of unreadable) {
      await recordLetter(scope, { id, claimedUntil: dueAt }, { sentAt: null, nextAttemptAt: null })
    }
    const readable = due.filter(isReadable)
    if (readable.length === 0) return { claimed: [], unreadable }
    const chosen = await listPreferences(scope)
    const claimed: ClaimedLetter[] = []
    for (const letter of readable) {
      const preferences = chosen.get(letter.userId) ?? DEFAULT_PREFERENCES
      const sendAt = endOfQuiet(await earliest(scope, letter, now), preferences)
      if (sendAt > now) await postponeLetter(scope, letter.id, sendAt)
      else {
        const claimedUntil = now + CLAIM_MS
        await claimLetter(scope, letter.id, claimedUntil)
        await dropFinished(scope, letter.userId, now - KEPT_MS)
        claimed.push({ ...letter, claimedUntil, preferences })
      }
    }
    return { claimed, unreadable }
  })
}

function isReadable(letter: DueLetter): letter is ReadableLetter {
  return letter.news !== 'unreadable'
}

/** When the number of letters to a member lets one more through, epoch ms. */
async function earliest(
  scope: OrgScope,
  { userId, news, tries }: ReadableLetter,
  now: number,
): Promise<number> {
  if (news === null || tries > 0) return now
  const sent = await sentSince(scope, userId, { since: now - HOUR_MS, now, limit: MOST_PER_HOUR })
  if (sent.length === 0) return now
  if (sent.length === MOST_PER_HOUR) return sent.at(-1)! + HOUR_MS
  return isPersonal(news) ? now : sent[0]! + sent.length * REST_MS
}
