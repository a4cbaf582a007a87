import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../../api/account/members.ts'
import { Section } from '../../../components/card.tsx'
import { KeyValues } from '../../../components/display/key-values.tsx'
import { SearchedList } from '../../../components/display/searched-list.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { ROLES } from '../../../entities/member/roles.ts'
import { SettingsPage } from '../../../layout/settings/settings-page.tsx'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { useRole } from '../../../session/use-role.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'

/** The organization's members and their roles. */
export function MembersScreen() {
  const { data: members, error, refetch } = useQuery(membersQuery)
  const [inviting, setInviting] = useKeptState('invitation', false)
  // A changed key empties the dialog for the next invitation.
  const [invitations, setInvitations] = useState(0)
  const mayChange = useRole().may('members:write')
  const invite = () => {
    setInvitations((count) => count + 1)
    setInviting(true)
  }
  return (
    <SettingsPage
      title="Members"
      note={mayChange ? undefined : 'Owners and admins invite members and choose their roles.'}
      end={
        mayChange && (
          <Button kind="primary" onClick={invite}>
            <ScreenIcon name="plus" /> Invite a member
          </Button>
        )
      }
    >
      {error && !members && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !members && <LoadingNote what="members" />}
      {members && (
        <SearchedList rows={members} what="member" written={({ name, email }) => `${name} ${email}`}>
          {(shown) => <MemberTable members={members} shown={shown} />}
        </SearchedList>
      )}
      {members && (
        <Section title="Roles">
          <KeyValues label="Roles" values={ROLES.map(({ label, hint }) => [label, hint])} prose />
        </Section>
      )}
      <InviteDialog key={invitations} open={inviting} onOpenChange={setInviting} />
    </SettingsPage>
  )
}
