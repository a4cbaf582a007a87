import { useState } from 'react'
import { EVENTS_PER_PAGE } from '../../../api/events.ts'
import type { Timeline, TimelineWindow } from '../../../api/wire.ts'
import type { BarRange } from './chart-pointer.ts'

/** A part of the timeline of a window, by the starts of its first and last bar. */
interface Zoom {
  window: TimelineWindow
  start: string
  end: string
}

/** A timeline, or the part of it that was chosen last; another window shows itself whole. */
export function useZoom(whole: Timeline | undefined) {
  const [chosen, setChosen] = useState<Zoom | null>(null)
  const isZoomed = whole !== undefined && chosen?.window === whole.window
  const data = isZoomed ? zoomed(whole, chosen) : whole
  const zoom = (range: BarRange | null): void => {
    const [first, last] = [data?.buckets[range?.from ?? -1], data?.buckets[range?.to ?? -1]]
    setChosen(data && first && last ? { window: data.window, start: first.start, end: last.start } : null)
  }
  return { data, isZoomed, zoom }
}

function zoomed(timeline: Timeline, { start, end }: Zoom): Timeline {
  const buckets = timeline.buckets.filter((bucket) => bucket.start >= start && bucket.start <= end)
  const sum = (field: 'count' | 'stored' | 'counted_only' | 'evicted'): number =>
    buckets.reduce((total, bucket) => total + bucket[field], 0)
  return {
    ...timeline,
    buckets,
    event_count: sum('count'),
    stored_event_count: sum('stored'),
    counted_only_event_count: sum('counted_only'),
    evicted_event_count: sum('evicted'),
  }
}

/** The page of the list of events that the events of a bar begin on; null if none of them is stored. */
export function pageOf({ buckets }: Timeline, start: string | undefined): number | null {
  const index = buckets.findIndex((bucket) => bucket.start === start)
  if ((buckets[index]?.stored ?? 0) === 0) return null
  const newer = buckets.slice(index + 1).reduce((sum, { stored }) => sum + stored, 0)
  return Math.floor(newer / EVENTS_PER_PAGE)
}
