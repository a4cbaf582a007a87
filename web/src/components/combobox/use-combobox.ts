import { type KeyboardEvent, useRef, useState } from 'react'

/** Which list the field controls and which option is active; both absent while nothing is offered. */
export interface ComboState {
  listId: string | undefined
  activeId: string | undefined
}

/** Takes a key of the field; true if it was meant for the list. */
export type CompletionKeys = (event: KeyboardEvent) => boolean

/** The field's side of a combobox: its attributes, and the keys it hands to the list. */
export function useCombobox() {
  const [state, setState] = useState<ComboState>({ listId: undefined, activeId: undefined })
  const keys = useRef<CompletionKeys>(null)
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': state.listId !== undefined,
    'aria-controls': state.listId,
    'aria-activedescendant': state.activeId,
  } as const
  return { keys, attributes, onState: setState }
}
