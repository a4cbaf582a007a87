let count = 0

/** A name that no other of this test file has, and the same in each run. */
export function countedName(stem: string): string {
  count += 1
  return `${stem} ${count}`
}
