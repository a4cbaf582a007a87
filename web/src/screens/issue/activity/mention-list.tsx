import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { membersQuery } from '../../../api/account/members.ts'
import type { Member } from '../../../api/wire.ts'
import { SuggestionList } from '../../../components/combobox/suggestion-list.tsx'
import { useCaret } from '../../../components/combobox/use-caret.ts'
import type { ComboState, CompletionKeys } from '../../../components/combobox/use-combobox.ts'
import { useSuggestions } from '../../../components/combobox/use-suggestions.ts'
import { plural } from '../../../format/number.ts'
import { mentionAt, peopleFor, withMention } from './mention-typing.ts'

interface MentionListProps {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  keys: RefObject<CompletionKeys | null>
  onText: (text: string) => void
  onState: (state: ComboState) => void
}

/** The members that the typed mention may mean; the focus stays in the text. */
export function MentionList({ text, field, keys, onText, onState }: MentionListProps) {
  const { caret, moveTo } = useCaret(field, text)
  const typing = mentionAt(text, caret)
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: typing !== null })
  const people = typing === null ? [] : peopleFor(members, typing.typed)
  const pick = (person: Member) => {
    if (typing === null) return
    const next = withMention(text, typing, [person, members])
    moveTo(next.caret)
    onText(next.text)
  }
  const list = useSuggestions({
    suggestions: people,
    place: typing === null ? '' : `${typing.start} ${typing.typed}`,
    first: 'first',
    listId: 'mention-suggestions',
    keys,
    onState,
    onPick: pick,
  })
  if (!list.open) return null
  return (
    <div className="absolute top-full left-0 z-30 mt-1 w-full max-w-sm rounded-card border border-line-2 bg-raised p-1 lifted">
      <SuggestionList list={list} label="Members" keyOf={({ id }) => id}>
        {({ name, email }) => (
          <>
            {name !== '' && <span className="truncate font-medium">{name}</span>}
            <span className="truncate text-small text-ink-3">{email}</span>
          </>
        )}
      </SuggestionList>
      <span role="status" className="sr-only">
        {plural(people.length, 'member')}
      </span>
    </div>
  )
}
