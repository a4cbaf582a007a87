import { boundedHead } from '../event/bounds.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { scrubText } from '../scrub/text.ts'
import { cutLine, inertLine, inertLines } from './inert-text.ts'

export interface Omission {
  what: string
  shown: number
  total: number
}

/** Shows text of clients within one budget per text, and keeps account of what it cut and left out. */
export class TextShower {
  readonly omissions: Omission[] = []
  readonly #limit: number
  #cut = 0

  /** @param limit characters of one text. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get cutTexts(): number {
    return this.#cut
  }

  line(value: string | null | undefined, limit = this.#limit): string {
    return this.#cutLine(inertLine(scrubText(boundedHead(value ?? '', limit))), limit)
  }

  lines(value: string | null | undefined): string[] {
    const shown: string[] = []
    let left = this.#limit
    for (const line of inertLines(scrubText(boundedHead(value ?? '', this.#limit)))) {
      if (left <= 0) {
        this.#cut++
        break
      }
      shown.push(this.#cutLine(line, left))
      left -= line.length + 1
    }
    return shown
  }

  json(value: Json, limit: number): string {
    return this.line(typeof value === 'string' ? value : boundedJson(value, limit), limit)
  }

  /** `name: value` of each member, at most `most`. */
  pairs(what: string, object: Json | undefined, { most, limit }: { most: number; limit: number }): string[] {
    if (!isJsonObject(object)) return []
    return this.first(what, Object.entries(object), most).map(
      ([name, value]) => `${this.line(name, 60)}: ${this.json(value as Json, limit)}`,
    )
  }

  /** The first items of a list; what is left out is noted. */
  first<Item>(what: string, items: readonly Item[], most: number): Item[] {
    const shown = items.slice(0, most)
    this.noteOmitted({ what, shown: shown.length, total: items.length })
    return shown
  }

  noteOmitted(omission: Omission): void {
    if (omission.total > omission.shown) this.omissions.push(omission)
  }

  #cutLine(line: string, limit: number): string {
    if (line.length > limit) this.#cut++
    return cutLine(line, limit)
  }
}

/** JSON of which no more is made than can be shown. */
function boundedJson(value: Json, limit: number): string {
  let room = limit + 200
  const visit = (part: Json): Json => {
    if (room <= 0) return '…'
    if (typeof part === 'string') {
      room -= part.length + 2
      return boundedHead(part, limit)
    }
    room -= 4
    if (Array.isArray(part)) return part.slice(0, 100).map(visit)
    if (!isJsonObject(part)) return part
    const copy: JsonObject = {}
    for (const name of Object.keys(part).slice(0, 100)) {
      room -= name.length
      copy[name] = visit(part[name] as Json)
    }
    return copy
  }
  return JSON.stringify(visit(value))
}
