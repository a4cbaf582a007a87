import { useState } from 'react'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import type { ExceptionNode } from './exception-tree.ts'

const FIRST_MEMBERS = 12
const VALUE_CHARS = 160

interface GroupMembersProps {
  group: ExceptionNode
  chosen: ExceptionNode | undefined
  onChoose: (member: ExceptionNode) => void
}

/** An exception group's members, side by side; the chosen one is shown below. */
export function GroupMembers({ group, chosen, onChoose }: GroupMembersProps) {
  const [all, setAll] = useState(false)
  const { members } = group
  const shown = all ? members : members.slice(0, FIRST_MEMBERS)
  return (
    <fieldset className="mb-4">
      <legend className="mb-1.5 text-small text-ink-3">
        {plural(members.length, 'exception')} in this group
      </legend>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((member) => (
          <button
            key={member.place}
            type="button"
            aria-pressed={member === chosen}
            onClick={() => onChoose(member)}
            className="min-w-0 rounded-field border border-line-2 bg-surface px-3 py-2 text-left hover:bg-hover aria-pressed:border-accent aria-pressed:[box-shadow:inset_0_0_0_1px_var(--accent)]"
          >
            <b className="block truncate font-semibold">
              <EventText>{member.type || 'Error'}</EventText>
            </b>
            <span className="block truncate text-small text-ink-2">
              <EventText>{member.value.slice(0, VALUE_CHARS) || 'no message'}</EventText>
            </span>
            <span className="block text-small text-ink-3">{contents(member)}</span>
          </button>
        ))}
      </div>
      {shown.length < members.length && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {formatCount(members.length)}
        </Button>
      )}
    </fieldset>
  )
}

function contents({ stack, members, causes }: ExceptionNode): string {
  const parts = [plural(stack.count, 'frame')]
  if (members.length > 0) parts.push(`a group of ${formatCount(members.length)}`)
  if (causes.length > 0) parts.push('has a cause')
  return parts.join(' · ')
}
