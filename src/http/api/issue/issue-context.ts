import { contextTag, issueContext } from '#actions/agents/context.ts'
import type { ContextQuery } from '#contract/issue/context.ts'
import type { IdParams } from '#contract/scalars.ts'
import { originOf } from '../../origin-of.ts'
import { type AuthenticatedCall, WrittenAnswer } from '../../routes/route.ts'

const MARKDOWN = 'text/markdown'

export async function getIssueContext(
  call: AuthenticatedCall<{ params: IdParams; query: ContextQuery }>,
): Promise<WrittenAnswer> {
  const { services, request, principal, params, query } = call
  const format = wantsMarkdown(query.format, request.headers.accept) ? 'markdown' : 'json'
  const origin = originOf(services.config, request)
  const asked = { issueId: params.id, query, format, origin } as const
  const { text } = await issueContext(services, principal, asked)
  return new WrittenAnswer(text, format === 'markdown' ? MARKDOWN : 'application/json', contextTag(text))
}

function wantsMarkdown(format: string | undefined, accept = ''): boolean {
  return format === undefined ? accept.includes(MARKDOWN) : format === 'markdown'
}
