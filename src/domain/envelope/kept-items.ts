import { Buffer } from 'node:buffer'
import { ByteCollector } from '../json/byte-collector.ts'
import { type EnvelopeItem, skipByteOrderMark } from './envelope.ts'

export interface KeptLimits {
  eventBytes: number
  feedbackBytes: number
  feedbackItems: number
}

const NOTHING = Buffer.alloc(0)

export class KeptItems {
  readonly #limits: KeptLimits
  readonly #open = new ByteCollector()
  #items: { type: string; payload: Buffer }[] = []
  #keptBytes = 0
  #eventBytes = 0
  #feedbackItems = 0
  #isEventTooLarge = false
  /** Type of the item whose payload is being kept; null while one passes by. */
  #type: string | null = null

  constructor(limits: KeptLimits) {
    this.#limits = limits
  }

  get heldBytes(): number {
    return this.#keptBytes + this.#open.heldBytes
  }

  get hasEvent(): boolean {
    return this.#eventBytes > 0
  }

  /** @param length the least number of bytes that follow. */
  begin(type: string, length: number): void {
    this.#type = this.#isWanted(type) ? type : null
    if (length > this.#room()) this.#leaveOut()
  }

  add(piece: Buffer): void {
    if (this.#type === null || piece.length === 0) return
    if (this.#open.bytes + piece.length <= this.#room()) this.#open.copy(piece)
    else this.#leaveOut()
  }

  /** @param declared length of the item; a byte order mark beyond it is none. */
  end(declared: number | null): void {
    if (this.#type === null) return
    const whole = this.#open.take()
    const mark = this.#type === 'event' ? skipByteOrderMark(whole, 0) : 0
    const payload = whole.subarray(Math.min(mark, declared ?? mark))
    this.#items.push({ type: this.#type, payload })
    this.#keptBytes += whole.length
    if (this.#type === 'event') this.#eventBytes += whole.length
    else this.#feedbackItems += 1
    this.#type = null
  }

  drop(): void {
    this.#open.take()
    this.#type = null
  }

  take(): { items: EnvelopeItem[]; bytes: Buffer; isEventTooLarge: boolean } {
    const items: EnvelopeItem[] = []
    let start = 0
    for (const { type, payload } of this.#items) {
      items.push({ type, start, end: start + payload.length })
      start += payload.length
    }
    const [first = NOTHING] = this.#items.map(({ payload }) => payload)
    const bytes = this.#items.length < 2 ? first : Buffer.concat(this.#items.map(({ payload }) => payload))
    this.#items = []
    return { items, bytes, isEventTooLarge: this.#isEventTooLarge }
  }

  #isWanted(type: string): boolean {
    if (type === 'event') return true
    const isFeedback = ['feedback', 'user_report', 'client_report'].includes(type)
    return isFeedback && this.#feedbackItems < this.#limits.feedbackItems
  }

  #room(): number {
    const { eventBytes, feedbackBytes } = this.#limits
    if (this.#type !== 'event') return feedbackBytes
    return Math.min(eventBytes, eventBytes * 2 - this.#eventBytes)
  }

  #leaveOut(): void {
    if (this.#type === 'event') this.#isEventTooLarge = true
    this.drop()
  }
}
