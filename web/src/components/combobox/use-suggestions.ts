import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import type { ComboState, CompletionKeys } from './use-combobox.ts'

interface SuggestionsOptions<Suggestion> {
  suggestions: readonly Suggestion[]
  /** The text they complete. A choice, or closing the list, applies to it only. */
  place: string
  /** Which one Enter takes if no arrow key was pressed; `none`: Enter stays with the field. */
  first: 'first' | 'none'
  /** Something else is shown that Escape closes, although there is nothing to choose. */
  hasNote?: boolean
  keys: RefObject<CompletionKeys | null>
  onState: (state: ComboState) => void
  onPick: (suggestion: Suggestion) => void
  listId: string
}

/** Which suggestion the arrow keys are on; given to `SuggestionList`. */
export interface Suggestions<Suggestion> {
  listId: string
  suggestions: readonly Suggestion[]
  /** Index; -1: none. */
  active: number
  /** Nothing is offered if there is nothing, or where the reader closed it. */
  open: boolean
  closed: boolean
  pick: (suggestion: Suggestion) => void
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/**
 * The list's side of a combobox (pattern of ARIA): the focus stays in the field, whose keys come through `keys`;
 * `onState` tells it the active option.
 */
export function useSuggestions<Suggestion>(options: SuggestionsOptions<Suggestion>): Suggestions<Suggestion> {
  const { suggestions, place, hasNote = false, keys, onState, onPick, listId } = options
  const start = options.first === 'first' ? 0 : -1
  const [choice, setChoice] = useState({ place, active: start, closed: false })
  const { active, closed } = choice.place === place ? choice : { active: start, closed: false }
  const open = !closed && suggestions.length > 0
  const step = (by: number) => {
    // If nothing is chosen at first, that is a stop on the way round as well.
    const stops = suggestions.length - start
    setChoice({ place, active: ((active - start + by + stops) % stops) + start, closed: false })
  }
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const chosen = suggestions[active]
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return false
    // In a text of several lines the arrow keys of a closed list move the caret.
    const opens = open || (suggestions.length > 0 && event.currentTarget instanceof HTMLInputElement)
    const close = () => setChoice({ place, active: start, closed: true })
    const shows = open || (hasNote && !closed)
    if (shows && event.key === 'Enter' && !chosen) {
      // The field acts on it: what it shows then must not lie under a list.
      close()
      return false
    }
    if (shows && event.key === 'Escape') close()
    else if (!opens) return false
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if ((event.key === 'Enter' || event.key === 'Tab') && open && chosen) onPick(chosen)
    else return false
    event.preventDefault()
    return true
  })
  const activeId = open && active >= 0 ? optionId(listId, active) : undefined
  // Before anything is painted, so that field and list never contradict each other.
  useLayoutEffect(
    () => onState({ listId: open ? listId : undefined, activeId }),
    [open, listId, activeId, onState],
  )
  useEffect(() => () => onState({ listId: undefined, activeId: undefined }), [onState])
  return { listId, suggestions, active, open, closed, pick: onPick }
}
