import { type CommandName, opensOverlay } from './commands.ts'

/** Overlays, which cover the page while open. */
export const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** A menu that takes longer to open is not waited for. */
const OPENING_MS = 1000

/** Keeps what is typed while a menu or dialog opens, and types it there: on the page below, it would change issues. */
export class OpeningKeys {
  #keys: string[] = []
  /** By `performance.now()`; 0 while nothing opens. */
  #until = 0

  /** After each command. */
  note(name: CommandName): void {
    if (!opensOverlay(name)) return
    this.#keys = []
    this.#until = performance.now() + OPENING_MS
    requestAnimationFrame(this.#look)
  }

  /** Whether a key is kept for what opens; in a field of the page it is a letter. */
  keep(key: string, inField: boolean): boolean {
    this.#finish()
    if (this.#until === 0 || inField) return false
    this.#keys.push(key)
    return true
  }

  #look = (): void => {
    this.#finish()
    if (this.#until > 0) requestAnimationFrame(this.#look)
  }

  #finish(): void {
    if (this.#until === 0) return
    const opened = document.activeElement?.closest(OVERLAY) != null
    if (!opened && performance.now() < this.#until) return
    this.#until = 0
    if (opened) for (const key of this.#keys) type(key)
  }
}

function type(key: string): void {
  const target = document.activeElement
  if (target instanceof HTMLInputElement && key.length === 1) document.execCommand('insertText', false, key)
  else target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
