import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { membersQuery } from '../../../api/account/members.ts'
import type { Member } from '../../../api/wire.ts'
import { useCaret } from '../../../components/form/use-caret.ts'
import type { ComboState, CompletionKeys } from '../../../components/form/use-combobox.ts'
import { plural } from '../../../format/number.ts'
import { mentionAt, peopleFor, withMention } from './mention-typing.ts'

interface MentionListProps {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  keys: RefObject<CompletionKeys | null>
  onText: (text: string) => void
  onState: (state: ComboState) => void
}

const LIST_ID = 'mention-suggestions'
const optionId = (index: number): string => `mention-suggestion-${index}`

/** Whom the mention that is being typed may mean; the focus stays in the text. */
export function MentionList({ text, field, keys, onText, onState }: MentionListProps) {
  const { caret, moveTo } = useCaret(field, text)
  const typing = mentionAt(text, caret)
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: typing !== null })
  const people = typing === null ? [] : peopleFor(members, typing.typed)
  const place = typing === null ? '' : `${typing.start} ${typing.typed}`
  const [choice, setChoice] = useState({ place, active: 0, closed: false })
  const { active, closed } = choice.place === place ? choice : { active: 0, closed: false }
  const open = !closed && people.length > 0
  const pick = (person: Member) => {
    if (typing === null) return
    const next = withMention(text, typing, [person, members])
    moveTo(next.caret)
    onText(next.text)
  }
  const step = (by: number) =>
    setChoice({ place, active: (active + by + people.length) % people.length, closed: false })
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const chosen = people[active]
    if (!open || !chosen || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(chosen)
    else if (event.key === 'Escape') setChoice({ place, active: 0, closed: true })
    else return false
    event.preventDefault()
    return true
  })
  const activeId = open ? optionId(active) : undefined
  useLayoutEffect(() => onState({ listId: open ? LIST_ID : undefined, activeId }), [open, activeId, onState])
  useEffect(() => () => onState({ listId: undefined, activeId: undefined }), [onState])
  if (!open) return null
  return (
    <div className="absolute top-full left-0 z-30 mt-1 w-full max-w-sm rounded-card border border-line-2 bg-raised p-1 shadow-raised">
      <div role="listbox" id={LIST_ID} aria-label="Members">
        {people.map((person, index) => (
          <PersonOption
            key={person.id}
            id={optionId(index)}
            person={person}
            active={index === active}
            onPick={() => pick(person)}
          />
        ))}
      </div>
      <span role="status" className="sr-only">
        {plural(people.length, 'member')}
      </span>
    </div>
  )
}

function PersonOption(props: { id: string; person: Member; active: boolean; onPick: () => void }) {
  const { id, person, active, onPick } = props
  return (
    // The arrow keys of the text do what a key on the option would.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={(event) => event.key === 'Enter' && onPick()}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2.5 py-1 hover:bg-sunken aria-selected:bg-sunken aria-selected:shadow-[inset_2px_0_0_var(--accent)]"
    >
      {person.name !== '' && <span className="truncate font-medium">{person.name}</span>}
      <span className="truncate text-small text-ink-3">{person.email}</span>
    </div>
  )
}
