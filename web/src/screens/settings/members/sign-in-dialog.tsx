import { useMutation, useQueryClient } from '@tanstack/react-query'
import { membersQuery, turnOffTwoFactor, unlinkSingleSignOn } from '../../../api/account/members.ts'
import type { Member } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { ConfirmDialog } from '../../../components/overlay/framed-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

export type SignInTask = 'two-factor' | 'single-sign-on'

const TASKS = {
  'two-factor': {
    run: turnOffTwoFactor,
    title: (name: string) => `Turn off two-factor sign-in for ${name}`,
    description:
      'They sign in without a code then. Make sure that the request really comes from them. They can turn it on again under Account.',
    action: 'Turn off',
    done: (name: string) => `Two-factor sign-in turned off for ${name}`,
  },
  'single-sign-on': {
    run: unlinkSingleSignOn,
    title: (name: string) => `Unlink the single sign-on account of ${name}`,
    description:
      'Their sessions end. The next account with their email address that signs in is linked in its place: do this if theirs was replaced.',
    action: 'Unlink',
    done: (name: string) => `Single sign-on account of ${name} unlinked`,
  },
} as const

interface SignInDialogProps {
  kind: SignInTask
  member: Member
  open: boolean
  onClose: () => void
}

/** How a member signs in, changed by someone else. */
export function SignInDialog({ kind, member, open, onClose }: SignInDialogProps) {
  const queryClient = useQueryClient()
  const { run, title, description, action, done } = TASKS[kind]
  const name = personName(member)
  const change = useMutation({
    mutationFn: () => run(member.id),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'done', text: done(name) })
    },
    // After a refusal too: they may have changed it themselves.
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title(name)}
      description={description}
      run={change}
      action={action}
    />
  )
}
