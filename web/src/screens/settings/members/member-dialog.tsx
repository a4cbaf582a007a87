import type { Member } from '../../../api/wire.ts'
import { LinkDialog, type LinkKind } from './link-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { SignInDialog, type SignInTask } from './sign-in-dialog.tsx'

/** What is done about a member in a dialog. */
export interface MemberTask {
  member: Member
  kind: LinkKind | SignInTask | 'remove'
  open: boolean
}

interface MemberDialogProps {
  task: MemberTask
  self: boolean
  onClose: () => void
}

export function MemberDialog({ task: { member, kind, open }, self, onClose }: MemberDialogProps) {
  const common = { member, open, onClose }
  if (kind === 'remove') return <RemoveMemberDialog {...common} self={self} />
  if (kind === 'reset' || kind === 'invitation') return <LinkDialog {...common} kind={kind} />
  return <SignInDialog {...common} kind={kind} />
}
