import { hasWords } from '../../format/words.ts'

/** Somewhere to go: a page, a project, a view or an issue. */
export interface Place {
  /** Its own among all places. */
  key: string
  label: string
  /** What it is, or where it lies. */
  hint: string
  go: () => void
}

/** As many as are seen without scrolling far; typing finds the others. */
const SHOWN = 50

/** The places that have every typed word; those whose name begins with the text come first. */
export function placesWith(places: readonly Place[], text: string): Place[] {
  const typed = text.trim().toLowerCase()
  const found = places.filter(({ label, hint }) => hasWords(`${label} ${hint}`, typed))
  const isFirst = ({ label }: Place) => label.toLowerCase().startsWith(typed)
  return [...found.filter(isFirst), ...found.filter((place) => !isFirst(place))].slice(0, SHOWN)
}
