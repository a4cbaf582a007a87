import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requireTwoFactor } from '../../../api/account/organization.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import type { Member } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ConfirmDialog } from '../../../components/overlay/framed-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { plural } from '../../../format/number.ts'
import { useRole } from '../../../session/use-role.ts'

/** Whether members may do without two-factor sign-in; owners decide. */
export function RequiredTwoFactor({ members }: { members: Member[] }) {
  const isRequired = useQuery(sessionQuery).data?.org.requires_two_factor ?? false
  const mayChange = useRole().may('organization:write')
  const [isAsking, setAsking] = useState(false)
  if (!mayChange && !isRequired) return null
  return (
    <Section title="Two-factor sign-in">
      <p className="max-w-lg text-ink-2">
        {isRequired
          ? 'Required of every member who signs in with a password.'
          : 'Each member chooses. If you require it, a password alone opens nothing.'}
      </p>
      {mayChange && (
        <div className="mt-3">
          <Button onClick={() => setAsking(true)}>
            {isRequired ? 'Stop requiring it…' : 'Require it of everyone…'}
          </Button>
        </div>
      )}
      <RequireDialog
        members={members}
        isRequired={isRequired}
        open={isAsking}
        onClose={() => setAsking(false)}
      />
    </Section>
  )
}

interface RequireDialogProps {
  members: Member[]
  isRequired: boolean
  open: boolean
  onClose: () => void
}

function RequireDialog({ members, isRequired, open, onClose }: RequireDialogProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => requireTwoFactor(!isRequired),
    onSuccess: (org) => {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, org })
      onClose()
      showToast({
        kind: 'done',
        text: `Two-factor sign-in is ${org.requires_two_factor ? 'required of everyone' : "each member's choice"}`,
      })
    },
  })
  const without = members.filter(({ two_factor, pending }) => two_factor === false && !pending).length
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
      run={change}
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
