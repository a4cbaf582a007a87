import { requestText } from './client.ts'

/** An issue's context for agents, as Markdown. */
export function issueContext(issueId: string): Promise<string> {
  return requestText(`/api/v1/issues/${issueId}/context?format=markdown`)
}
