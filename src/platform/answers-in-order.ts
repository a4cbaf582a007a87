/**
 * Answers to statements that were sent together on one connection. PostgreSQL refuses all that follow one that failed
 * (`current transaction is aborted`), so the first failure in order is the cause, whichever is told first.
 */
export async function answersInOrder<T extends readonly unknown[] | []>(
  answers: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  // Each has to be heard: a failure that nobody waits for ends the process.
  await Promise.allSettled(answers)
  const values: unknown[] = []
  for (const answer of answers) values.push(await answer)
  return values as { -readonly [K in keyof T]: Awaited<T[K]> }
}
