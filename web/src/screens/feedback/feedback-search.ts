import { text } from '../../url/router-search.ts'

/** The URL of the feedback: absent is all projects. */
export interface FeedbackSearch {
  project?: string
}

export function parseFeedbackSearch(search: Record<string, unknown>): FeedbackSearch {
  const project = text(search.project)
  return project === undefined ? {} : { project }
}
