import { SDK_DROP_REASONS, type SdkDropReason } from '#contract/project/intake-words.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'

export interface SdkDrop {
  /** Events, which this service would have taken, or what it takes none of, such as spans. */
  kind: 'sdk' | 'sdk_other'
  reason: SdkDropReason
  quantity: number
}

const MAX_ENTRIES = 100
const MAX_QUANTITY = 1_000_000
const EVENT_CATEGORIES = new Set<unknown>(['error', 'default', 'feedback'])
const REASONS = new Set<string>(SDK_DROP_REASONS)

export function readClientReport({ discarded_events: entries }: JsonObject): SdkDrop[] {
  if (!Array.isArray(entries)) return []
  return entries.slice(0, MAX_ENTRIES).flatMap((entry): SdkDrop[] => {
    if (!isJsonObject(entry)) return []
    const { reason, category, quantity } = entry
    if (typeof quantity !== 'number' || !(quantity >= 1)) return []
    return [
      {
        kind: EVENT_CATEGORIES.has(category) ? 'sdk' : 'sdk_other',
        reason: typeof reason === 'string' && REASONS.has(reason) ? (reason as SdkDropReason) : 'other',
        quantity: Math.min(Math.floor(quantity), MAX_QUANTITY),
      },
    ]
  })
}
