import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { completionQuery } from '../../../api/search.ts'
import { SuggestionList } from '../../../components/combobox/suggestion-list.tsx'
import { useCaret } from '../../../components/combobox/use-caret.ts'
import type { ComboState, CompletionKeys } from '../../../components/combobox/use-combobox.ts'
import { useSuggestions } from '../../../components/combobox/use-suggestions.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { showHidden } from '../../../format/show-hidden.ts'
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

/** Suggestions: keys, then stored values with their number of issues. */
export function SearchCompletion(props: SearchCompletionProps) {
  const { text, project, field, keys, onText, onState } = props
  const { caret, moveTo } = useCaret(field, text)
  const typing = typingAt(text, caret)
  const suggestions = useProposals(typing, project)
  const note = explain(typing)
  const pick = (suggestion: Suggestion) => {
    const next = complete(text, typing, suggestion)
    moveTo(next.caret)
    onText(next.text)
  }
  const list = useSuggestions({
    suggestions,
    place: `${typing.start} ${typing.key}${typing.before}${typing.typed}`,
    first: 'none',
    hasNote: note !== null,
    listId: 'search-suggestions',
    keys,
    onState,
    onPick: pick,
  })
  if (list.closed || (!list.open && note === null)) return null
  return (
    <div className="appear absolute top-full left-0 z-30 mt-1 w-full max-w-[35rem] rounded-card border border-line-2 bg-raised p-1 lifted">
      {list.open && (
        <SuggestionList list={list} label="Suggestions" keyOf={({ key, value }) => key + value}>
          {(suggestion) => <Proposal suggestion={suggestion} />}
        </SuggestionList>
      )}
      {list.open && suggestions.some(({ count }) => count !== undefined) && (
        <WhatCounts spansProjects={project === undefined} />
      )}
      {note !== null && <Note text={note} />}
      <span role="status" className="sr-only">
        {list.open ? plural(suggestions.length, 'suggestion') : note && showHidden(note)}
      </span>
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

function Proposal({ suggestion }: { suggestion: Suggestion }) {
  const { key, value, hint, count, capped } = suggestion
  return (
    <>
      <span className="max-w-[70%] flex-none truncate font-mono text-code">
        <span className="text-ink-3">{key}</span>
        <EventText>{value}</EventText>
      </span>
      {hint !== undefined && <span className="truncate text-small text-ink-3">{hint}</span>}
      <span className="flex-1" />
      {count !== undefined && (
        <span
          className="flex-none text-small text-ink-3 tabular-nums"
          title={`${plural(count, 'issue')}${capped ? ' or more' : ''}`}
        >
          {formatCount(count)}
          {capped && '+'}
          <span className="sr-only"> {count === 1 ? 'issue' : 'issues'}</span>
        </span>
      )}
    </>
  )
}

function useProposals(typing: ReturnType<typeof typingAt>, project: string | undefined): Suggestion[] {
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
