import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createResetLink, membersQuery, renewInvitation } from '../../../api/account/members.ts'
import type { InvitedMember, Member, ResetLink } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'
import { ConfirmDialog, CreatedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'

/** A link to join by, or one to set a new password by. */
export type LinkKind = 'invitation' | 'reset'

const TEXTS: Record<LinkKind, { title: string; about: string }> = {
  invitation: {
    title: 'New invitation link',
    about: 'The previous link stops working.',
  },
  reset: {
    title: 'Password reset link',
    about:
      'Anyone with this link can choose a new password and sign in. The current password works until then.',
  },
}

const RESET_WITH_CODE =
  'Anyone with this link can choose a new password; signing in still needs a code. The current password works until then.'

interface LinkDialogProps {
  member: Member
  kind: LinkKind
  open: boolean
  onClose: () => void
}

/** Makes a link for a member, to be handed over by the reader. */
export function LinkDialog({ member, kind, open, onClose }: LinkDialogProps) {
  const queryClient = useQueryClient()
  const create = useMutation<InvitedMember | ResetLink>({
    mutationFn: () => (kind === 'reset' ? createResetLink(member.id) : renewInvitation(member.id)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
  const { title } = TEXTS[kind]
  const about = kind === 'reset' && member.two_factor ? RESET_WITH_CODE : TEXTS[kind].about
  const frame = { open, onClose, title: `${title} for ${personName(member)}` }
  if (create.data) {
    return (
      <CreatedDialog {...frame}>
        <CreatedLink link={create.data} />
      </CreatedDialog>
    )
  }
  return <ConfirmDialog {...frame} description={about} run={create} action="Create the link" kind="primary" />
}

function CreatedLink({ link }: { link: InvitedMember | ResetLink }) {
  if (!('reset_url' in link)) return <InvitationLink member={link} />
  return (
    <OneTimeSecret
      name="Reset link"
      note="works once, for an hour, and is shown only now"
      secret={link.reset_url}
    />
  )
}
