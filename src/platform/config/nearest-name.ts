import { editDistance } from '#contract/edit-distance.ts'

/** The name with the fewest edits from what was typed, however many they are; `names` is not empty. */
export function nearestName(typed: string, names: readonly string[]): string {
  return names
    .map((name) => ({ name, distance: editDistance(typed, name) }))
    .reduce((best, other) => (other.distance < best.distance ? other : best)).name
}
