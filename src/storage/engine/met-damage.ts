import type { LogEvent } from 'kysely'
import { engineTrouble } from './engine-failure.ts'

/** Whether a statement has met a damaged page since the process began. Reading all pages would take minutes; what
 * nobody has read since then is not known. */
export class MetDamage {
  #isMet = false

  get isMet(): boolean {
    return this.#isMet
  }

  /** For the query builder: told how each statement went. */
  readonly note = (event: LogEvent): void => {
    if (event.level === 'error' && engineTrouble(event.error) === 'damaged') this.#isMet = true
  }
}
