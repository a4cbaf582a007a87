/** Where the router keeps how far down the pages of this tab were. It restores that once, before the rows are there. */
const KEY = 'tsr-scroll-restoration-v1_3'
const WITHIN_MS = 10_000
const READER_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** A page that is loaded again is shown where it was. */
export function keepPlace(): void {
  const { __TSR_key: page = '' } = (history.state ?? {}) as { __TSR_key?: string }
  const place = keptPlaces()[page]?.window?.scrollY ?? 0
  if (place > 0) reach(place)
}

function keptPlaces(): Record<string, { window?: { scrollY: number } }> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  } catch {
    // Storage can be switched off.
    return {}
  }
}

/** Follows the page down while it grows, as a list does that loads more near its end; stops if the reader moves. */
function reach(place: number): void {
  const { documentElement: root, body } = document
  const observer = new ResizeObserver(() => {
    const room = root.scrollHeight - root.clientHeight
    window.scrollTo(0, Math.min(place, room))
    if (room >= place) stop()
  })
  const timer = setTimeout(stop, WITHIN_MS)
  function stop() {
    clearTimeout(timer)
    observer.disconnect()
    for (const move of READER_MOVES) window.removeEventListener(move, stop)
  }
  for (const move of READER_MOVES) window.addEventListener(move, stop)
  observer.observe(body)
}
