import { issueIdIn } from '../issue/address.ts'

/** As code hosts read messages of commits. */
const FIXES = /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?):?[ \t]/gi
const MESSAGE_CHARS = 10_000
const NAME_CHARS = 300
const MOST = 20

/** IDs of issues that the message of a commit says it fixes: `Fixes` and an ID, or the URL of an issue's page. */
export function issuesFixedBy(message: string): string[] {
  const text = message.slice(0, MESSAGE_CHARS)
  const ids = text.matchAll(FIXES).map(({ index, 0: word }) => {
    const [named = ''] = text
      .slice(index + word.length, index + NAME_CHARS)
      .trimStart()
      .split(/\s/, 1)
    return issueIdIn(named.replace(/^[<("']/, '').replace(/[>)"'.,;]{1,3}$/, ''))
  })
  return [...new Set(ids.filter((id) => id !== null))].slice(0, MOST)
}
