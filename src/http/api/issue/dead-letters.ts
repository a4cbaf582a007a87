import { listDeadLetters, retryListedLetter } from '#actions/events/dead-letters.ts'
import type {
  DeadLetterPage,
  DeadLetterParams,
  DeadLetterQuery,
  RetriedAnswer,
} from '#contract/event/dead-letter.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getDeadLetters(
  call: AuthenticatedCall<{ query: DeadLetterQuery }>,
): Promise<DeadLetterPage> {
  return listDeadLetters(call.services, call.principal, call.query)
}

export async function postRetry(
  call: AuthenticatedCall<{ params: DeadLetterParams }>,
): Promise<RetriedAnswer> {
  return retryListedLetter(call.services, callerOf(call), call.params.id)
}
