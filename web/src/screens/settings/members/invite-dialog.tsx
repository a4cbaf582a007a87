import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { inviteMember, membersQuery } from '../../../api/account/members.ts'
import { ApiError } from '../../../api/client.ts'
import type { InvitedMember, NewMember } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field, FormError } from '../../../components/form/field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
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
  if (invite.data) return <Invited {...props} member={invite.data} />
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    invite.mutate(readForm(new FormData(event.currentTarget)))
  }
  const details = invite.error instanceof ApiError ? invite.error.details : []
  return (
    <Dialog
      {...props}
      title="Invite a member"
      description="You get a link to pass on; with it they choose their password and join."
    >
      <form onSubmit={onSubmit} className="grid gap-4">
        {invite.error && details.length === 0 && <FormError>{invite.error.message}</FormError>}
        <Field
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="off"
          error={details.find(({ path }) => path === 'email')?.message}
        />
        <Field
          label="Name"
          name="name"
          maxLength={100}
          autoComplete="off"
          hint="Optional; they can change it when they join."
          error={details.find(({ path }) => path === 'name')?.message}
        />
        <RoleChoice />
        <div className="flex justify-end gap-2">
          <Button onClick={() => props.onOpenChange(false)}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={invite.isPending}>
            {invite.isPending ? 'Inviting…' : 'Invite'}
          </Button>
        </div>
      </form>
    </Dialog>
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

interface InvitedProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  member: InvitedMember
}

function Invited({ member, ...dialog }: InvitedProps) {
  return (
    <Dialog {...dialog} title={`${member.email} is invited`}>
      <InvitationLink member={member} />
      <div className="mt-4 flex justify-end">
        <Button kind="primary" onClick={() => dialog.onOpenChange(false)}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}

function readForm(form: FormData): NewMember {
  const name = String(form.get('name') ?? '').trim()
  const role = ROLES.find(({ value }) => value === form.get('role'))?.value ?? 'member'
  return { email: String(form.get('email')).trim(), role, ...(name !== '' && { name }) }
}
