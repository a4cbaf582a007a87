import type { Buffer } from 'node:buffer'
import { ByteCollector } from '../json/byte-collector.ts'
import { WordFinder } from '../text/word-finder.ts'
import {
  CARRIAGE_RETURN,
  CLOSING_BRACE,
  CRASH_DUMP,
  declaredLength,
  ENVELOPE_LIMITS,
  type EnvelopeFailure,
  type EnvelopeFault,
  type EnvelopeHeader,
  type EnvelopeItem,
  envelopeHeader,
  headerFault,
  itemType,
  NEWLINE,
  OPENING_BRACE,
  readJsonLine,
  skipByteOrderMark,
} from './envelope.ts'
import { KeptItems, type KeptLimits } from './kept-items.ts'

/** What a stream leaves of an envelope: places of the kept items are in `bytes`. */
export type StreamedEnvelope =
  | {
      ok: true
      header: EnvelopeHeader
      items: EnvelopeItem[]
      fault: EnvelopeFault | undefined
      bytes: Buffer
      isEventTooLarge: boolean
    }
  | { ok: false; reason: EnvelopeFailure }

interface OpenItem {
  type: string
  /** Null: up to the next newline. */
  length: number | null
  firstByte: number | undefined
  lastByte: number
}

type State =
  | 'opening'
  | 'blank'
  | 'header'
  | 'payload'
  | 'payload_end'
  | 'payload_line'
  | 'item_end'
  | 'fault'
  | 'failed'

const BYTE_ORDER_MARK_BYTES = 3

/** Reads as it arrives, by the rules of `readEnvelope`; keeps events and feedback, lets attachments and
 * recordings pass. Never throws; the limits bound its memory. */
export class EnvelopeStream {
  readonly #kept: KeptItems
  /** Looks for what `fault` depends on: whether an event may stand where the reading stopped. */
  readonly #eventWord = new WordFinder('"event"')
  readonly #line = new ByteCollector()
  #state: State = 'opening'
  #header: EnvelopeHeader | null = null
  #headerFault: EnvelopeFault | undefined
  #fault: EnvelopeFault | undefined
  #failure: EnvelopeFailure = 'empty'
  #items = 0
  /** Those of the items that decide whether an error is lost. */
  readonly #types = new Set<string>()
  #item: OpenItem = { type: '', length: null, firstByte: undefined, lastByte: NEWLINE }
  #remaining = 0

  constructor(limits: KeptLimits) {
    this.#kept = new KeptItems(limits)
  }

  get heldBytes(): number {
    return this.#kept.heldBytes + this.#line.heldBytes
  }

  get hasEvent(): boolean {
    return this.#kept.hasEvent
  }

  get hasFailed(): boolean {
    return this.#state === 'failed'
  }

  write(chunk: Buffer): void {
    let position = 0
    while (position < chunk.length) position = this.#step(chunk, position)
  }

  end(): StreamedEnvelope {
    if (this.#state === 'opening') this.#endOpening()
    if (this.#state === 'header') this.#endLine()
    if (this.#state === 'payload' && this.#remaining > 0) this.#stopAt('item_length')
    else if (['payload', 'payload_end', 'payload_line'].includes(this.#state)) this.#endItem()
    if (this.#header === null) return { ok: false, reason: this.#failure }
    const lost = this.#types.has(CRASH_DUMP) && !this.#types.has('event') ? CRASH_DUMP : undefined
    const fault = this.#headerFault ?? (this.#eventWord.isFound ? this.#fault : undefined) ?? lost
    return { ok: true, header: this.#header, fault, ...this.#kept.take() }
  }

  /** Takes bytes from `position` on; returns the position of the first one not taken. */
  #step(chunk: Buffer, position: number): number {
    switch (this.#state) {
      case 'opening':
        return this.#takeOpening(chunk, position)
      case 'blank':
        return this.#skipBlank(chunk, position)
      case 'header':
        return this.#takeLine(chunk, position)
      case 'payload':
        return this.#takePayload(chunk, position)
      case 'payload_end':
        return this.#judgeLength(chunk, position)
      case 'payload_line':
        return this.#takePayloadLine(chunk, position)
      case 'item_end':
        return this.#leaveItem(chunk, position)
      case 'fault':
        this.#eventWord.feed(chunk.subarray(position))
        return chunk.length
      case 'failed':
        return chunk.length
    }
  }

  #takeOpening(chunk: Buffer, position: number): number {
    const end = Math.min(chunk.length, position + BYTE_ORDER_MARK_BYTES - this.#line.bytes)
    this.#line.copy(chunk.subarray(position, end))
    if (this.#line.bytes === BYTE_ORDER_MARK_BYTES) this.#endOpening()
    return end
  }

  #endOpening(): void {
    const opening = this.#line.take()
    this.#state = 'blank'
    this.write(opening.subarray(skipByteOrderMark(opening, 0)))
  }

  #skipBlank(chunk: Buffer, position: number): number {
    if (isBlank(chunk[position])) return position + 1
    this.#eventWord.reset()
    this.#state = 'header'
    if (this.#items >= ENVELOPE_LIMITS.maxItems) this.#stopAt('too_many_items')
    return position
  }

  #takeLine(chunk: Buffer, position: number): number {
    const newline = chunk.indexOf(NEWLINE, position)
    const end = newline === -1 ? chunk.length : newline
    this.#line.copy(chunk.subarray(position, end))
    if (newline === -1 && this.#line.bytes <= ENVELOPE_LIMITS.maxHeaderBytes) return end
    this.#endLine()
    return newline === -1 || this.#state === 'fault' ? end : end + 1
  }

  #endLine(): void {
    const line = this.#line.take()
    const isTooLong = line.length > ENVELOPE_LIMITS.maxHeaderBytes
    const fields = isTooLong ? undefined : readJsonLine(line, 0, line.length)
    if (this.#header !== null) {
      this.#eventWord.feed(line)
      if (fields === undefined) this.#stopAt('item_header')
      else this.#beginItem(fields)
      return
    }
    this.#state = fields === undefined ? 'failed' : 'blank'
    this.#failure = isTooLong ? 'header_too_long' : 'header_invalid'
    if (fields === undefined) return
    this.#header = envelopeHeader(fields)
    this.#headerFault = headerFault(fields)
  }

  #beginItem(fields: Record<string, unknown>): void {
    const length = declaredLength(fields.length)
    const isDeclared = fields.length !== undefined && fields.length !== null
    if (isDeclared && length === undefined) {
      this.#stopAt('item_length')
      return
    }
    const type = itemType(fields)
    this.#item = { type, length: length ?? null, firstByte: undefined, lastByte: NEWLINE }
    this.#remaining = length ?? 0
    this.#state = length === undefined ? 'payload_line' : length === 0 ? 'payload_end' : 'payload'
    this.#kept.begin(type, this.#remaining)
  }

  #takePayload(chunk: Buffer, position: number): number {
    const end = Math.min(chunk.length, position + this.#remaining)
    const piece = chunk.subarray(position, end)
    this.#item.firstByte ??= piece[0]
    this.#item.lastByte = piece[piece.length - 1]!
    this.#eventWord.feed(piece)
    this.#kept.add(piece)
    this.#remaining -= piece.length
    if (this.#remaining === 0) this.#state = 'payload_end'
    return end
  }

  /** A length counted in characters ends in the middle of a JSON line; then the line's end is meant. */
  #judgeLength(chunk: Buffer, position: number): number {
    const isJson = this.#item.type === 'event' || this.#item.firstByte === OPENING_BRACE
    const isShort = isJson && !isBlank(chunk[position]) && this.#item.lastByte !== CLOSING_BRACE
    if (isShort) this.#state = 'payload_line'
    else this.#endItem()
    return position
  }

  #takePayloadLine(chunk: Buffer, position: number): number {
    const newline = chunk.indexOf(NEWLINE, position)
    const end = newline === -1 ? chunk.length : newline
    this.#kept.add(chunk.subarray(position, end))
    if (newline !== -1) this.#endItem()
    return end
  }

  #endItem(): void {
    this.#kept.end(this.#item.length)
    this.#items += 1
    if (this.#item.type === 'event' || this.#item.type === CRASH_DUMP) this.#types.add(this.#item.type)
    this.#state = 'item_end'
  }

  #leaveItem(chunk: Buffer, position: number): number {
    this.#eventWord.reset()
    if (isBlank(chunk[position])) this.#state = 'blank'
    else this.#stopAt('item_length')
    return position
  }

  /** Nothing is read beyond a fault; whether it hides an event is looked for. */
  #stopAt(fault: EnvelopeFault): void {
    this.#kept.drop()
    this.#fault = fault
    this.#state = 'fault'
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === NEWLINE || byte === CARRIAGE_RETURN
}
