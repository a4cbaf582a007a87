import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../api/account/members.ts'
import { sessionQuery } from '../../api/account/session.ts'
import type { Member } from '../../api/wire.ts'
import { PickerField } from '../../components/combobox/picker-field.tsx'
import { SuggestionList } from '../../components/combobox/suggestion-list.tsx'
import { useCombobox } from '../../components/combobox/use-combobox.ts'
import { useSuggestions } from '../../components/combobox/use-suggestions.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { FormError } from '../../components/form/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { plural } from '../../format/number.ts'
import { type MemberChoice, memberChoices, NOBODY } from './member-choices.ts'

type Person = Pick<Member, 'id' | 'name' | 'email'>

interface MemberPickerProps {
  /** The current choice; absent if there are several. */
  chosen?: Person | null
  /** The name of the choice of no member. */
  nobody: string
  onChoose: (person: Person | null) => void
}

/** A field that finds a member by name or address, and the members that fit. */
export function MemberPicker({ chosen, nobody, onChoose }: MemberPickerProps) {
  const [text, setText] = useState('')
  const { keys, attributes, onState } = useCombobox()
  const { data: members, error } = useQuery(membersQuery)
  const readerId = useQuery(sessionQuery).data?.user.id
  const choices = members ? memberChoices(members, { readerId, text, nobody }) : []
  const list = useSuggestions({
    suggestions: choices,
    place: text,
    first: 'first',
    listId: 'member-choices',
    keys,
    onState,
    onPick: ({ person }: MemberChoice) => onChoose(person ?? null),
  })
  const chosenId = chosen === undefined ? undefined : (chosen?.id ?? NOBODY)
  return (
    <>
      <PickerField
        keys={keys}
        attributes={attributes}
        label="Find a member"
        placeholder="Name or email"
        text={text}
        onText={setText}
      />
      {error && !members && <FormError>{error.message}</FormError>}
      {list.open && (
        <SuggestionList list={list} label="Members" keyOf={({ id }) => id}>
          {({ id, label, hint }) => (
            <>
              <span className="max-w-full truncate">
                <EventText>{label}</EventText>
              </span>
              <span className="min-w-0 flex-1 truncate text-small text-ink-3">
                <EventText>{hint ?? ''}</EventText>
              </span>
              {id === chosenId && <Icon name="check" className="text-accent" />}
            </>
          )}
        </SuggestionList>
      )}
      <p role="status" className={members && choices.length === 0 ? 'px-2.5 py-1.5 text-ink-2' : 'sr-only'}>
        {!members
          ? 'Loading the members…'
          : choices.length === 0
            ? 'No members match.'
            : plural(choices.length, 'choice')}
      </p>
    </>
  )
}
