import { requestText } from './client.ts'

/** What an agent is given about an issue, as Markdown. */
export function issueContext(issueId: string): Promise<string> {
  return requestText(`/api/v1/issues/${issueId}/context?format=markdown`)
}
