import type { WireAnswer } from './fuzz-client.ts'
import { ID_MARK } from './schema-values.ts'

/** Enough to come across one again, few enough to stay mostly alive. */
const MAX_PER_NOUN = 60
const FIELDS: Record<string, string> = {
  project_id: 'projects',
  issue_id: 'issues',
  newer_event_id: 'events',
  older_event_id: 'events',
}
const NOWHERE = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** What earlier answers told, by kind: ids of things, cursors, tokens of links, keys with their projects. */
export class FuzzIds {
  readonly #told = new Map<string, string[]>()
  /** Ids that no request may name. */
  readonly #kept: ReadonlySet<string>

  constructor(kept: readonly string[]) {
    this.#kept = new Set(kept)
  }

  /** Keeps something; of too many of a kind the oldest goes. */
  add(noun: string, value: string): void {
    if (this.#kept.has(value)) return
    const told = this.#told.get(noun) ?? []
    if (told.includes(value)) return
    told.push(value)
    if (told.length > MAX_PER_NOUN) told.shift()
    this.#told.set(noun, told)
  }

  /** Fills the marks of a text; a key and its project are found by the same `place`. */
  fill(text: string, place: number): string {
    return text.replace(ID_MARK, (_, noun: string, at: string) => {
      const told = this.#told.get(noun) ?? []
      const index = noun.startsWith('key') ? place : Number(at)
      return told[index % Math.max(1, told.length)] ?? NOWHERE
    })
  }

  /** Learns from the answer to a request of this path (`/api/v1/issues/{id}/comments`). */
  learn(path: string, { status, text }: WireAnswer): void {
    // Trends name whatever was asked for, be it there or not.
    if (status >= 300 || !text.startsWith('{') || path.endsWith('/trends')) return
    const noun = path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1)!
    const document = JSON.parse(text) as Record<string, unknown>
    const lists = Object.values(document).filter(Array.isArray)
    for (const thing of [document, document.token, ...lists.flat()]) this.#learnThing(noun, thing)
    if (typeof document.next_cursor === 'string')
      this.add('cursors', encodeURIComponent(document.next_cursor))
  }

  #learnThing(noun: string, thing: unknown): void {
    if (typeof thing !== 'object' || thing === null) return
    for (const [name, value] of Object.entries(thing)) {
      if (typeof value !== 'string') continue
      if (name === 'id') this.add(noun === 'envelope' || noun === 'store' ? 'events' : noun, value)
      if (FIELDS[name]) this.add(FIELDS[name], value)
      if (name.endsWith('_url')) this.add('links', value.split('#token=').at(-1)!)
    }
    const { id, keys } = thing as { id?: string; keys?: { public_key: string }[] }
    if (id && Array.isArray(keys) && keys[0]) this.addKey(id, keys[0].public_key)
  }

  /** Keeps a key beside its project. */
  addKey(projectId: string, publicKey: string): void {
    this.add('keyprojects', projectId)
    this.add('keys', publicKey)
  }
}
