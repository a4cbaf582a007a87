import { type Mentionable, mentionsIn } from '#contract/issue/mention.ts'

/** A piece of a comment as it is shown. */
export type CommentPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'mention'; text: string; id: string }

const ADDRESS = /\bhttps?:\/\/[^\s<>"]{1,2000}/giu
/** Belongs to the sentence, not to the address, at its end. */
const SENTENCE_MARKS = new Set(".,;:!?'*_")

/** Cuts a comment into its text, its addresses and its mentions of people; together they are the comment again. */
export function commentParts(body: string, people: readonly Mentionable[]): CommentPart[] {
  const places = [...linksIn(body), ...mentionsIn(body, people)].sort((a, b) => a.start - b.start)
  const parts: CommentPart[] = []
  let at = 0
  for (const place of places) {
    // A name in an address.
    if (place.start < at) continue
    if (place.start > at) parts.push({ kind: 'text', text: body.slice(at, place.start) })
    const text = body.slice(place.start, place.end)
    parts.push(
      'id' in place ? { kind: 'mention', text, id: place.id } : { kind: 'link', text, url: place.url },
    )
    at = place.end
  }
  if (at < body.length) parts.push({ kind: 'text', text: body.slice(at) })
  return parts
}

interface FoundLink {
  start: number
  end: number
  url: string
}

function linksIn(body: string): FoundLink[] {
  return [...body.matchAll(ADDRESS)].flatMap(({ index: start, 0: found }) => {
    const text = found.slice(0, endOf(found))
    return URL.canParse(text) ? [{ start, end: start + text.length, url: text }] : []
  })
}

/** Where an address ends: before a full stop, and before a bracket that was opened before the address. */
function endOf(address: string): number {
  let open = 0
  for (const character of address) open += character === '(' ? 1 : character === ')' ? -1 : 0
  let end = address.length
  for (;;) {
    const last = address[end - 1]!
    if (last === ')' && open < 0) open += 1
    else if (!SENTENCE_MARKS.has(last)) return end
    end -= 1
  }
}
