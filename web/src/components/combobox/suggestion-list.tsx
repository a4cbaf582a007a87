import type { ReactNode } from 'react'
import { optionId, type Suggestions } from './use-suggestions.ts'

interface SuggestionListProps<Suggestion> {
  list: Suggestions<Suggestion>
  label: string
  keyOf: (suggestion: Suggestion) => string
  /** The content of an option. */
  children: (suggestion: Suggestion) => ReactNode
}

/** The options. Keys come from the field, which keeps the focus while an option is pressed. */
export function SuggestionList<Suggestion>({
  list,
  label,
  keyOf,
  children,
}: SuggestionListProps<Suggestion>) {
  return (
    <div role="listbox" id={list.listId} aria-label={label} className="max-h-[20rem] overflow-y-auto">
      {list.suggestions.map((suggestion, index) => (
        <Option
          key={keyOf(suggestion)}
          id={optionId(list.listId, index)}
          active={index === list.active}
          onPick={() => list.pick(suggestion)}
        >
          {children(suggestion)}
        </Option>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  active: boolean
  onPick: () => void
  children: ReactNode
}

function Option({ id, active, onPick, children }: OptionProps) {
  return (
    // The keys of the field do what a key on the option would.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      ref={(option) => {
        if (active) option?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={(event) => event.key === 'Enter' && onPick()}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2.5 py-1 hover:bg-sunken aria-selected:bg-sunken aria-selected:[box-shadow:inset_2px_0_0_var(--accent)]"
    >
      {children}
    </div>
  )
}
