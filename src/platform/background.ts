/** Asked before each step of work that takes many; if it says no, the work ends early. */
export type GoesOn = () => Promise<boolean>

/**
 * Works on all of them in turn, so that what is wrong with one holds up no other.
 * @param work answers whether to go on. @returns false if it ended early. @throws the first failure, at the end.
 */
export async function eachOnItsOwn<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<boolean>,
): Promise<boolean> {
  const failures: unknown[] = []
  for await (const item of items) {
    try {
      if (!(await work(item))) return false
    } catch (error) {
      if (failures.length === 0) failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return true
}

/** Where a page begins: behind the last item of the one before. */
export interface After<T> {
  last: T | undefined
  limit: number
}

/** All that `list` has, in pages, each item once: what work leaves as it was must not come again before the others. */
export async function* pagesOf<T>(
  limit: number,
  list: (after: After<T>) => Promise<T[]>,
): AsyncGenerator<T[], void> {
  let page: T[] = []
  do {
    page = await list({ last: page.at(-1), limit })
    yield page
  } while (page.length === limit)
}

/** As `pagesOf`, one by one. */
export async function* itemsOf<T>(
  limit: number,
  list: (after: After<T>) => Promise<T[]>,
): AsyncGenerator<T, void> {
  for await (const page of pagesOf(limit, list)) yield* page
}

/** More at once means that they do not end; further ones are refused. */
const MAX_RUNNING = 1000

export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (what: string, error: unknown) => void

  /** @param onError gets every failure; nobody else does. */
  constructor(onError: (what: string, error: unknown) => void) {
    this.#onError = onError
  }

  run(what: string, work: () => Promise<void>): void {
    if (this.#running.size >= MAX_RUNNING) {
      this.#onError(what, new Error(`${MAX_RUNNING} other tasks have not ended yet`))
      return
    }
    const task = work()
      .catch((error: unknown) => this.#onError(what, error))
      .finally(() => this.#running.delete(task))
    this.#running.add(task)
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
