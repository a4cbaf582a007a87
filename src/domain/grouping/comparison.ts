import { partOf } from './parts.ts'
import type { ExplainedGrouping } from './v1/fingerprint.ts'
import { methodInWords, partsInWords } from './words.ts'

export interface ComparedPart {
  component: string
  in: 'both' | 'this' | 'other'
}

export interface ComparedGroupings {
  together: boolean
  parts: ComparedPart[]
  reason: string
}

/** Longer runs of different components are listed as they stand: aligning takes both lengths multiplied. */
const MAX_ALIGNED = 500

export function compareGroupings(own: ExplainedGrouping, other: ExplainedGrouping): ComparedGroupings {
  const together = own.keys.some((key) => other.keys.includes(key))
  const byApp = own.app.length > 0 && other.app.length > 0
  const [left, right] = byApp ? [own.app, other.app] : [own.system, other.system]
  const parts = alignComponents(left, right)
  return { together, parts, reason: reasonOf({ own, other, together, parts }) }
}

interface Compared {
  own: ExplainedGrouping
  other: ExplainedGrouping
  together: boolean
  parts: ComparedPart[]
}

function reasonOf({ own, other, together, parts }: Compared): string {
  if (together)
    return 'Their newest events have the same fingerprint, so nothing in the events keeps them apart. Merge them.'
  const [how, otherwise] = [methodInWords(own), methodInWords(other)]
  if (how !== otherwise) return `This issue is grouped ${how}, the other one ${otherwise}.`
  const kindsIn = (where: 'this' | 'other') =>
    parts.filter((part) => part.in === where).map(({ component }) => partOf(component).kind)
  return `This issue has ${partsInWords(kindsIn('this'))} that the other one lacks; the other one has ${partsInWords(kindsIn('other'))} that this one lacks.`
}

/** Both lists in order, with what they share once: a longest common subsequence. */
export function alignComponents(left: readonly string[], right: readonly string[]): ComparedPart[] {
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start++
  let same = 0
  const most = Math.min(left.length, right.length) - start
  while (same < most && left.at(-1 - same) === right.at(-1 - same)) same++
  const tag = (list: readonly string[], where: ComparedPart['in']) =>
    list.map((component) => ({ component, in: where }))
  return [
    ...tag(left.slice(0, start), 'both'),
    ...alignMiddle(left.slice(start, left.length - same), right.slice(start, right.length - same)),
    ...tag(left.slice(left.length - same), 'both'),
  ]
}

function alignMiddle(left: readonly string[], right: readonly string[]): ComparedPart[] {
  const isShort = left.length <= MAX_ALIGNED && right.length <= MAX_ALIGNED
  const lengths = isShort ? commonLengths(left, right) : []
  const parts: ComparedPart[] = []
  let [l, r] = [0, 0]
  while (l < left.length && r < right.length) {
    if (isShort && left[l] === right[r]) {
      parts.push({ component: left[l]!, in: 'both' })
      l++
      r++
    } else if (!isShort || lengths[l + 1]![r]! >= lengths[l]![r + 1]!) {
      parts.push({ component: left[l++]!, in: 'this' })
    } else {
      parts.push({ component: right[r++]!, in: 'other' })
    }
  }
  for (; l < left.length; l++) parts.push({ component: left[l]!, in: 'this' })
  for (; r < right.length; r++) parts.push({ component: right[r]!, in: 'other' })
  return parts
}

/** How many components the rests of both lists from two places on have in common, in order. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      lengths[l]![r] =
        left[l] === right[r]
          ? lengths[l + 1]![r + 1]! + 1
          : Math.max(lengths[l + 1]![r]!, lengths[l]![r + 1]!)
    }
  }
  return lengths
}
