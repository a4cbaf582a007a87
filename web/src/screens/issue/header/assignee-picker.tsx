import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../../api/account/members.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import type { IssueSummary, Member } from '../../../api/wire.ts'
import { useCommands } from '../../../command/use-commands.ts'
import { Avatar, personName } from '../../../components/avatar.tsx'
import { CommandLabel } from '../../../components/form/command-button.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'

interface AssigneePickerProps {
  assignee: IssueSummary['assignee']
  onAssign: (assignee: IssueSummary['assignee']) => void
}

const NOBODY = 'nobody'

/** Who looks after the issue, and a menu of who could. */
export function AssigneePicker({ assignee, onAssign }: AssigneePickerProps) {
  const [open, setOpen] = useState(false)
  const { data: members, error } = useQuery({ ...membersQuery, enabled: open })
  const readerId = useQuery(sessionQuery).data?.user.id
  useCommands({ 'issue.assign': () => setOpen(true) })
  const choose = (id: string) => {
    const member = members?.find((candidate) => candidate.id === id)
    if (id === (assignee?.id ?? NOBODY)) return
    onAssign(member ? { id: member.id, name: member.name, email: member.email } : null)
  }
  const entries = entriesOf(members, { chosen: assignee?.id ?? NOBODY, readerId, choose, error })
  return (
    <Menu align="end" open={open} onOpenChange={setOpen} entries={entries}>
      {assignee ? (
        <>
          <Avatar person={assignee} />
          <span className="sr-only">Assigned to</span>
          <span className="max-w-32 truncate">{personName(assignee)}</span>
        </>
      ) : (
        <CommandLabel name="issue.assign" />
      )}
    </Menu>
  )
}

interface Choosing {
  chosen: string
  readerId: string | undefined
  choose: (id: string) => void
  error: Error | null
}

/** The reader comes first, then nobody, then the others. */
function entriesOf(members: Member[] | undefined, choosing: Choosing): MenuEntry[] {
  const { chosen, readerId, choose, error } = choosing
  if (!members) return [{ key: 'wait', heading: error ? error.message : 'Loading the members…' }]
  const others = members.filter(({ id }) => id !== readerId)
  const self = members.filter(({ id }) => id === readerId)
  const choices = [
    ...self.map(({ id }) => ({ value: id, label: 'Me' })),
    { value: NOBODY, label: 'Nobody' },
    ...others.map((member) => ({
      value: member.id,
      label: personName(member),
      hint: member.pending ? 'has not joined yet' : undefined,
    })),
  ]
  return [{ key: 'assignee', choices, value: chosen, onChoose: choose }]
}
