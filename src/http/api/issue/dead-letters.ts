import { listDeadLetters, retryListedLetter } from '#actions/events/dead-letters.ts'
import type {
  DeadLetterPage,
  DeadLetterParams,
  DeadLetterQuery,
  RetriedAnswer,
} from '#contract/event/dead-letter.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { SessionCall } from '../../routes/route.ts'

export async function getDeadLetters(call: SessionCall<{ query: DeadLetterQuery }>): Promise<DeadLetterPage> {
  return listDeadLetters(call.services, call.principal, call.query)
}

export async function postRetry(call: SessionCall<{ params: DeadLetterParams }>): Promise<RetriedAnswer> {
  return retryListedLetter(call.services, callerOf(call), call.params.id)
}
