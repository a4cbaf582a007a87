import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { completionQuery } from '../../../api/search.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { useCaret } from '../../../components/form/use-caret.ts'
import type { ComboState, CompletionKeys } from '../../../components/form/use-combobox.ts'
import { showDirections } from '../../../format/direction.ts'
import { formatCount, plural } from '../../../format/number.ts'
import {
  askedValues,
  asSuggestions,
  complete,
  explain,
  fixedSuggestions,
  type Suggestion,
  typingAt,
} from './completion.ts'

interface SearchCompletionProps {
  text: string
  project: string | undefined
  field: RefObject<HTMLInputElement | null>
  keys: RefObject<CompletionKeys | null>
  onText: (text: string) => void
  onState: (state: ComboState) => void
}

const LIST_ID = 'search-suggestions'
const optionId = (index: number): string => `search-suggestion-${index}`

/**
 * What could be typed next: keys, then real values with how many issues have them. The focus stays in the
 * field, which says through `onState` which option the arrow keys are on (combobox pattern of ARIA).
 */
export function SearchCompletion(props: SearchCompletionProps) {
  const { text, project, field, keys, onText, onState } = props
  const { caret, moveTo } = useCaret(field, text)
  const typing = typingAt(text, caret)
  const suggestions = useSuggestions(typing, project)
  const place = `${typing.start} ${typing.key}${typing.before}${typing.typed}`
  // What the arrow keys are on, and a list that was closed, hold for one token only.
  const [choice, setChoice] = useState({ place, active: -1, closed: false })
  const { active, closed } = choice.place === place ? choice : { active: -1, closed: false }
  const note = explain(typing)
  const open = !closed && suggestions.length > 0

  const pick = (suggestion: Suggestion) => {
    const next = complete(text, typing, suggestion)
    moveTo(next.caret)
    onText(next.text)
  }
  const step = (by: number) => {
    const count = suggestions.length + 1
    setChoice({ place, active: ((active + 1 + by + count) % count) - 1, closed: false })
  }
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const chosen = suggestions[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if ((event.key === 'Enter' || event.key === 'Tab') && open && chosen) pick(chosen)
    else if (event.key === 'Escape' && (open || (note !== null && !closed)))
      setChoice({ place, active: -1, closed: true })
    else return false
    event.preventDefault()
    return true
  })
  const activeId = open && active >= 0 ? optionId(active) : undefined
  // Before anything is painted, so that field and list never contradict each other.
  useLayoutEffect(() => onState({ listId: open ? LIST_ID : undefined, activeId }), [open, activeId, onState])
  useEffect(() => () => onState({ listId: undefined, activeId: undefined }), [onState])

  if (closed || (!open && note === null)) return null
  return (
    <div className="appear absolute top-full left-0 z-30 mt-1 w-full max-w-[560px] rounded-card border border-line-2 bg-raised p-1 shadow-raised">
      {open && <SuggestionList suggestions={suggestions} active={active} onPick={pick} />}
      {open && suggestions.some(({ count }) => count !== undefined) && (
        <WhatCounts spansProjects={project === undefined} />
      )}
      {note !== null && <Note text={note} />}
      <span role="status" className="sr-only">
        {open ? plural(suggestions.length, 'suggestion') : note && showDirections(note)}
      </span>
    </div>
  )
}

interface SuggestionListProps {
  suggestions: readonly Suggestion[]
  /** Index of the one the arrow keys are on; -1: none. */
  active: number
  onPick: (suggestion: Suggestion) => void
}

function SuggestionList({ suggestions, active, onPick }: SuggestionListProps) {
  return (
    <div role="listbox" id={LIST_ID} aria-label="Suggestions" className="max-h-[320px] overflow-y-auto">
      {suggestions.map((suggestion, index) => (
        <Option
          key={suggestion.key + suggestion.value}
          id={optionId(index)}
          suggestion={suggestion}
          active={index === active}
          onPick={() => onPick(suggestion)}
        />
      ))}
    </div>
  )
}

function WhatCounts({ spansProjects }: { spansProjects: boolean }) {
  return (
    <p className="px-2.5 pt-1 pb-1.5 text-small text-ink-3">
      Counts: issues in {spansProjects ? 'all projects' : 'this project'}, of any status and age
    </p>
  )
}

function Note({ text }: { text: string }) {
  return (
    <p className="px-2.5 py-1.5 text-small text-ink-2">
      <EventText>{text}</EventText>
    </p>
  )
}

function Option(props: { id: string; suggestion: Suggestion; active: boolean; onPick: () => void }) {
  const { id, suggestion, active, onPick } = props
  const { key, value, hint, count } = suggestion
  return (
    // The arrow keys of the field do what a key on the option would.
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
      className="flex min-h-8 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 hover:bg-sunken aria-selected:bg-sunken aria-selected:shadow-[inset_2px_0_0_var(--accent)]"
    >
      <span className="max-w-[70%] flex-none truncate font-mono text-code">
        <span className="text-ink-3">{key}</span>
        <EventText>{value}</EventText>
      </span>
      {hint !== undefined && <span className="truncate text-small text-ink-3">{hint}</span>}
      <span className="flex-1" />
      {count !== undefined && (
        <span className="flex-none text-small text-ink-3 tabular-nums" title={plural(count, 'issue')}>
          {formatCount(count)}
          <span className="sr-only"> {count === 1 ? 'issue' : 'issues'}</span>
        </span>
      )}
    </div>
  )
}

function useSuggestions(typing: ReturnType<typeof typingAt>, project: string | undefined): Suggestion[] {
  const asked = askedValues(typing)
  const { data, isPlaceholderData } = useQuery({
    ...completionQuery({ key: 'env', ...asked, prefix: typing.typed, project }),
    enabled: asked !== null,
  })
  if (asked === null) return fixedSuggestions(typing)
  const start = typing.typed.toLowerCase()
  const values = (data ?? []).filter(
    ({ value }) => !isPlaceholderData || value.toLowerCase().startsWith(start),
  )
  return [...fixedSuggestions(typing), ...asSuggestions(typing, values)]
}
