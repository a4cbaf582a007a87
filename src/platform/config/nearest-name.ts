/** The name that takes the fewest changed letters to make of what was typed; names are not empty. */
export function nearestName(typed: string, names: readonly string[]): string {
  return [...names].sort((a, b) => editDistance(a, typed) - editDistance(b, typed))[0]!
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
