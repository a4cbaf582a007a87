import type { Member } from '../../api/wire.ts'
import { personName } from '../../components/avatar.tsx'

/** A member; without a person: nobody, or everyone. */
export interface MemberChoice {
  id: string
  label: string
  /** Beside the name, to tell people apart. */
  hint?: string | undefined
  person?: Pick<Member, 'id' | 'name' | 'email'>
}

export const NOBODY = 'nobody'

interface Asked {
  readerId: string | undefined
  text: string
  /** The choice of no member. */
  nobody: string
}

/** The members that match the typed text: the reader, nobody, the others by name, and last those who have not joined yet. */
export function memberChoices(members: readonly Member[], { readerId, text, nobody }: Asked): MemberChoice[] {
  const rank = ({ id, pending }: Member) => (id === readerId ? 0 : pending ? 2 : 1)
  const sorted = members.toSorted(
    (a, b) => rank(a) - rank(b) || personName(a).localeCompare(personName(b), 'en', { sensitivity: 'base' }),
  )
  const people = sorted.map((member) => choiceOf(member, readerId))
  const own = people.findIndex(({ id }) => id === readerId) + 1
  const choices = people.toSpliced(own, 0, { id: NOBODY, label: nobody })
  return choices.filter((choice) => fits(choice, text))
}

function choiceOf(member: Member, readerId: string | undefined): MemberChoice {
  const { id, name, email, pending } = member
  const person = { id, name, email }
  if (id === readerId) return { id, label: 'Me', hint: personName(member), person }
  return {
    id,
    label: personName(member),
    hint: pending ? 'invited' : name === '' ? undefined : email,
    person,
  }
}

/** Each typed word has to occur in the name, the address or the label. */
function fits({ label, person }: MemberChoice, text: string): boolean {
  const known = `${label} ${person?.name ?? ''} ${person?.email ?? ''}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word))
}
