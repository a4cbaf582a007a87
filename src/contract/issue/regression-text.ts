/** The note on a regression that a comparison of releases decided. */
const COMPARED = /^compared (\S+) > (\S+) by /

/** Whether the note only says how the two releases were compared. */
export function isComparison(note: string): boolean {
  return COMPARED.test(note)
}

/** A regression in a sentence: `Came back in 1.4.3 after being fixed in 1.4.2`; another note stays as it is. */
export function regressionText(note: string): string {
  const [, back, fixed] = COMPARED.exec(note) ?? []
  return fixed === undefined ? note : `Came back in ${back} after being fixed in ${fixed}`
}
