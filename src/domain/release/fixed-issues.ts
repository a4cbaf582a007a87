import { issueIdIn } from '../issue/address.ts'

/** As code hosts read messages of commits, and up to the end of the word. */
const FIXES = /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?):?[ \t]+(\S{36,300})/gi
const MESSAGE_CHARS = 10_000
const MOST = 20

/** IDs of issues that the message of a commit says it fixes: `Fixes` and an ID, or the URL of an issue's page. */
export function issuesFixedBy(message: string): string[] {
  const found = message.slice(0, MESSAGE_CHARS).matchAll(FIXES)
  const ids = found.map(([, named]) =>
    issueIdIn(named!.replace(/^[<("']/, '').replace(/[>)"'.,;]{1,3}$/, '')),
  )
  return [...new Set(ids.filter((id) => id !== null))].slice(0, MOST)
}
