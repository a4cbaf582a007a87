import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../../api/account/members.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ConfirmDialog } from '../../../components/overlay/framed-dialog.tsx'
import { plural } from '../../../format/number.ts'
import { useChangeOrganization } from './use-change-organization.ts'

/** Whether members may do without two-factor sign-in. */
export function RequiredTwoFactor({ isRequired }: { isRequired: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title="Two-factor sign-in">
      <p className="max-w-lg text-ink-2">
        {isRequired
          ? 'Required of every member who signs in with a password.'
          : 'Each member chooses. If you require it, a password alone opens nothing.'}
      </p>
      <div className="mt-3">
        <Button onClick={() => setAsking(true)}>
          {isRequired ? 'Stop requiring it…' : 'Require it of everyone…'}
        </Button>
      </div>
      <RequireDialog isRequired={isRequired} open={isAsking} onClose={() => setAsking(false)} />
    </Section>
  )
}

interface RequireDialogProps {
  isRequired: boolean
  open: boolean
  onClose: () => void
}

function RequireDialog({ isRequired, open, onClose }: RequireDialogProps) {
  const { data: members = [] } = useQuery(membersQuery)
  const change = useChangeOrganization(
    (org) =>
      `Two-factor sign-in is ${org.requires_two_factor ? 'required of everyone' : "each member's choice"}`,
  )
  const without = members.filter(({ two_factor, pending }) => two_factor === false && !pending).length
  const mutate = () => change.mutate({ requires_two_factor: !isRequired }, { onSuccess: onClose })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={isRequired ? 'Stop requiring two-factor sign-in' : 'Require two-factor sign-in'}
      description={
        isRequired
          ? 'Members can turn it off then. It stays on for those who have it.'
          : `${effectOn(without)} Access tokens keep working, and single sign-on is left to its provider.`
      }
      run={{ ...change, mutate }}
      action={isRequired ? 'Stop requiring it' : 'Require it'}
      kind={isRequired ? 'danger' : 'primary'}
    />
  )
}

function effectOn(without: number): string {
  if (without === 0) return 'All members have it. New ones set it up when they join.'
  const have = without === 1 ? 'has' : 'have'
  return `${plural(without, 'member')} ${have} not turned it on. From now on, they see only the page where they do.`
}
