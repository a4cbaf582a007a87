export interface Mentionable {
  id: string
  name: string
  email: string
}

/** An `@` and what follows: part of an address, an address, or a name without blanks. */
const MENTION = /@([\p{L}\p{N}._%+-]{1,100}(?:@[\p{L}\p{N}.-]{1,200})?)/gu
const INSIDE_WORD = /[\p{L}\p{N}._%+-]/u
/** Ends a sentence, not a name. */
const TRAILING = /[.-]$/

/** Where a text mentions someone, from the `@` on. */
export interface Mention {
  start: number
  end: number
  id: string
}

/** The people a comment mentions, at most `most`. `@ada@example.com` is always Ada; `@ada` is the one
 * member whose address begins so or whose name it is. What two members share mentions nobody. */
export function mentionedIn(body: string, people: readonly Mentionable[], most: number): string[] {
  const found = new Set<string>()
  for (const { id } of mentionsIn(body, people)) {
    if (found.size >= most) break
    found.add(id)
  }
  return [...found]
}

export function* mentionsIn(body: string, people: readonly Mentionable[]): Generator<Mention> {
  const handles = handlesOf(people)
  for (const { index: start, 1: handle = '' } of body.matchAll(MENTION)) {
    if (INSIDE_WORD.test(body[start - 1] ?? ' ')) continue
    const person = personOf(handles, handle.toLowerCase())
    if (person) yield { start, end: start + 1 + handle.length - person.cut, id: person.id }
  }
}

/** The shortest handle after `@` that mentions this member only. */
export function handleOf(person: Mentionable, people: readonly Mentionable[]): string {
  const short = localPart(person.email)
  return handlesOf(people).get(short) === person.id ? short : person.email.toLowerCase()
}

/** Each handle with its one owner; null if several share it. */
function handlesOf(people: readonly Mentionable[]): Map<string, string | null> {
  const handles = new Map<string, string | null>()
  for (const { id, name, email } of people) {
    const own = [email.toLowerCase(), localPart(email), name.toLowerCase().replaceAll(' ', '')]
    for (const handle of new Set(own)) {
      if (handle !== '') handles.set(handle, handles.has(handle) ? null : id)
    }
  }
  return handles
}

function localPart(email: string): string {
  return email.slice(0, Math.max(0, email.indexOf('@'))).toLowerCase()
}

/** The member that a handle names, after removing this many marks from its end. */
function personOf(
  handles: ReadonlyMap<string, string | null>,
  handle: string,
): { id: string; cut: number } | undefined {
  let text = handle
  for (let cut = 0; ; cut++) {
    const id = handles.get(text)
    if (id) return { id, cut }
    if (!TRAILING.test(text)) return undefined
    text = text.slice(0, -1)
  }
}
