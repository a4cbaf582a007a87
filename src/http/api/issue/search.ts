import { completeSearch } from '#actions/search/complete-search.ts'
import type { CompletionAnswer, CompletionQuery } from '#contract/issue/completion.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getSearchValues(
  call: AuthenticatedCall<{ query: CompletionQuery }>,
): Promise<CompletionAnswer> {
  return { values: await completeSearch(call.services, call.principal, call.query) }
}
