import { queryOptions } from '@tanstack/react-query'
import { fetchIssues } from './issues.ts'

const SHOWN = 7
/** A person who types asks for the whole word, not for each of its letters. */
const TYPING_MS = 150

/** The issues of one project or of all that a search finds, those seen last first. Its key is apart from those of the lists, whose pages differ. */
export function jumpSearchQuery(q: string, project?: string) {
  return queryOptions({
    queryKey: ['jump-search', q, project],
    queryFn: async ({ signal }) => {
      await pause(signal)
      const found = { q, window: '90d', sort: 'last_seen_desc' } as const
      const filter = project === undefined ? found : { ...found, project }
      return fetchIssues(filter, { limit: SHOWN, signal })
    },
    enabled: q !== '',
    staleTime: 15_000,
  })
}

/** Ends early, with an error, if the text changed meanwhile. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, TYPING_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
