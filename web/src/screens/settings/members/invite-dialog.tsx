import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { inviteMember, membersQuery } from '../../../api/account/members.ts'
import type { NewMember } from '../../../api/wire.ts'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field } from '../../../components/form/field.tsx'
import { fieldErrors, formError } from '../../../components/form/field-errors.ts'
import { textIn } from '../../../components/form/number-field.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { CreatedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { ROLES } from '../../../entities/member/roles.ts'
import { useRole } from '../../../session/use-role.ts'
import { InvitationLink } from './invitation-link.tsx'
import { refusedNewRole } from './member-rules.ts'

/** Invites someone, then shows the link they join by: it works without mail. */
export function InviteDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const queryClient = useQueryClient()
  const invite = useMutation({
    mutationFn: (member: NewMember) => inviteMember(member),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
  const frame = { open: props.open, onClose: () => props.onOpenChange(false) }
  if (invite.data) {
    return (
      <CreatedDialog {...frame} title={`${invite.data.email} is invited`}>
        <InvitationLink member={invite.data} />
      </CreatedDialog>
    )
  }
  const errorOf = fieldErrors(invite.error)
  return (
    <FormDialog
      {...frame}
      title="Invite a member"
      description="You'll get an invite link to share. They choose their own password."
      run={invite}
      error={formError(invite.error)}
      onSubmit={(form) => invite.mutate(readForm(form))}
      action="Invite"
      busy="Inviting…"
    >
      <Field label="Email" name="email" type="email" required autoComplete="off" error={errorOf('email')} />
      <Field
        label="Name"
        name="name"
        maxLength={LIMITS.nameChars}
        autoComplete="off"
        hint="Optional; they can change it when they join."
        error={errorOf('name')}
      />
      <RoleChoice />
    </FormDialog>
  )
}

function RoleChoice() {
  const { role: reader = 'member' } = useRole()
  return (
    <ChoiceList
      legend="Role"
      name="role"
      type="radio"
      initial={['member']}
      choices={ROLES.toReversed().map(({ value, label, hint }) => ({
        value,
        label,
        hint,
        disabledReason: refusedNewRole(reader, value),
      }))}
    />
  )
}

function readForm(form: FormData): NewMember {
  const name = textIn(form, 'name')
  const role = ROLES.find(({ value }) => value === form.get('role'))?.value ?? 'member'
  return { email: textIn(form, 'email'), role, ...(name !== '' && { name }) }
}
