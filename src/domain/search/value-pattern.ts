/** What a value with a final `*` asks texts to begin with; null for one that is meant as it stands. */
export function beginningOf(value: string): string | null {
  return value.endsWith('*') ? value.slice(0, -1) : null
}

export function wholeAndBeginnings(values: readonly string[]) {
  return {
    whole: values.filter((value) => beginningOf(value) === null),
    beginnings: values.flatMap((value) => beginningOf(value) ?? []),
  }
}

/** Whether a text is one of these values or begins as one of them asks. */
export function valueMatcher(values: readonly string[]): (text: string) => boolean {
  const { beginnings } = wholeAndBeginnings(values)
  return (text) => values.includes(text) || beginnings.some((beginning) => text.startsWith(beginning))
}
