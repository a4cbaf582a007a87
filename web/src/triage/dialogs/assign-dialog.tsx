import type { IssueSummary } from '../../api/wire.ts'
import { FramedDialog } from '../../components/overlay/framed-dialog.tsx'
import { MemberPicker } from '../../entities/member/member-picker.tsx'
import { plural } from '../../format/number.ts'

interface AssignDialogProps {
  open: boolean
  onClose: () => void
  issues: readonly IssueSummary[]
  onAssign: (assignee: IssueSummary['assignee']) => void
}

/** Chooses the assignee of the selected issues. */
export function AssignDialog({ open, onClose, issues, onAssign }: AssignDialogProps) {
  const choose = (assignee: IssueSummary['assignee']) => {
    onClose()
    onAssign(assignee)
  }
  return (
    <FramedDialog open={open} onClose={onClose} title={`Assign ${plural(issues.length, 'issue')}`}>
      <MemberPicker nobody="Nobody" onChoose={choose} />
    </FramedDialog>
  )
}
