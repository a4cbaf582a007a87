import { useState } from 'react'
import type { IssueSummary } from '../../../api/wire.ts'
import { useCommands } from '../../../command/use-commands.ts'
import { Avatar, personName } from '../../../components/avatar.tsx'
import { CommandLabel } from '../../../components/form/command-button.tsx'
import { Popover } from '../../../components/overlay/popover.tsx'
import { MemberPicker } from '../../../entities/member/member-picker.tsx'

interface AssigneePickerProps {
  assignee: IssueSummary['assignee']
  onAssign: (assignee: IssueSummary['assignee']) => void
}

/** The assignee, and the members to choose from. */
export function AssigneePicker({ assignee, onAssign }: AssigneePickerProps) {
  const [open, setOpen] = useState(false)
  useCommands({ 'issue.assign': () => setOpen(true) })
  const choose = (next: IssueSummary['assignee']) => {
    setOpen(false)
    if (next?.id !== assignee?.id) onAssign(next)
  }
  const button = assignee ? (
    <>
      <Avatar person={assignee} />
      <span className="sr-only">Assigned to</span>
      <span className="max-w-32 truncate">{personName(assignee)}</span>
    </>
  ) : (
    <CommandLabel name="issue.assign" />
  )
  return (
    <Popover open={open} onOpenChange={setOpen} title="Assign" button={button}>
      <MemberPicker chosen={assignee} nobody="Nobody" onChoose={choose} />
    </Popover>
  )
}
