import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { visibleJson } from '#domain/json/visible-json.ts'

const PIECE_CHARS = 64 * 1024

type Items = Iterable<unknown> | AsyncIterable<unknown>

/** A JSON object to send in pieces: `name` with the items as its list, then the fields of `rest`. */
export class ListInPieces {
  readonly name: string
  readonly items: Items
  readonly rest: object

  constructor(name: string, items: Items, rest: object) {
    this.name = name
    this.items = items
    this.rest = rest
  }

  /** No more than a piece and an item of it is in memory; a client that reads slowly is waited for. */
  stream(): Readable {
    return Readable.from(piecesOf(this), { objectMode: false })
  }
}

async function* piecesOf({ name, items, rest }: ListInPieces): AsyncGenerator<string, void> {
  let piece = `{${JSON.stringify(name)}:[`
  let separator = ''
  for await (const item of items) {
    piece += separator + visibleJson(item)
    separator = ','
    if (piece.length < PIECE_CHARS) continue
    yield piece
    piece = ''
    await turn()
  }
  const fields = visibleJson(rest).slice(1, -1)
  yield `${piece}]${fields && `,${fields}`}}`
}
