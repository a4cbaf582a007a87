import { type PointerEvent, useState } from 'react'

/** Bars from one to another, both included, by index. */
export interface BarRange {
  from: number
  to: number
}

interface ChartPointer {
  bars: number
  onPoint: (index: number | null) => void
  /** A click on one bar. */
  onPick: (index: number) => void
  /** A drag over several. */
  onZoom: (range: BarRange) => void
}

/**
 * Pointing, clicking and dragging on a row of bars. A finger only points: it has to be free to scroll.
 * @returns the bars that a drag covers at present, and the handlers of the chart.
 */
export function useChartPointer({ bars, onPoint, onPick, onZoom }: ChartPointer) {
  const [start, setStart] = useState<number | null>(null)
  const [end, setEnd] = useState<number | null>(null)
  const dragged =
    start === null || end === null || start === end
      ? null
      : { from: Math.min(start, end), to: Math.max(start, end) }
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const index = barUnder(event, bars)
    onPoint(index)
    if (start !== null && index !== null) setEnd(index)
  }
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    point(event)
    if (event.pointerType === 'touch' || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart(barUnder(event, bars))
    setEnd(null)
  }
  const finish = (): void => {
    if (dragged) onZoom(dragged)
    else if (start !== null) onPick(start)
    cancel()
  }
  const cancel = (): void => {
    setStart(null)
    setEnd(null)
  }
  // A finger leaves at once; what it pointed at stays until the next touch.
  const leave = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') onPoint(null)
  }
  return {
    dragged,
    handlers: {
      onPointerMove: point,
      onPointerDown: begin,
      onPointerUp: finish,
      onPointerCancel: cancel,
      onPointerLeave: leave,
    },
  }
}

function barUnder({ currentTarget, clientX }: PointerEvent<SVGSVGElement>, bars: number): number | null {
  const { left, width } = currentTarget.getBoundingClientRect()
  const index = Math.floor(((clientX - left) / width) * bars)
  return index >= 0 && index < bars ? index : null
}
