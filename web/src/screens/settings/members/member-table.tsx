import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../../../api/account/session.ts'
import type { Member } from '../../../api/wire.ts'
import { Avatar, personName } from '../../../components/avatar.tsx'
import { Chip } from '../../../components/chip.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { Ago, useNow } from '../../../components/display/time.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { formatRemaining } from '../../../format/time.ts'
import { useRole } from '../../../session/use-role.ts'
import { MemberDialog, type MemberTask } from './member-dialog.tsx'
import { type MemberRules, memberRules } from './member-rules.ts'
import { RoleCell } from './role-cell.tsx'

interface MemberTableProps {
  /** All of them: what may be done with one depends on the others. */
  members: Member[]
  shown: Member[]
}

export function MemberTable({ members, shown }: MemberTableProps) {
  const { role, may } = useRole()
  const readerId = useQuery(sessionQuery).data?.user.id
  const [task, setTask] = useState<MemberTask>()
  // Null of all members for a reader who may not know.
  const showsTwoFactor = members.some(({ two_factor }) => two_factor !== null)
  return (
    <>
      <DataTable
        label="Members"
        head={
          <>
            <HeadCell>Member</HeadCell>
            <HeadCell>Role</HeadCell>
            {showsTwoFactor && <HeadCell className="max-md:hidden">Two-factor</HeadCell>}
            <HeadCell className="max-sm:hidden">Last active</HeadCell>
            <HeadCell className="max-md:hidden">Since</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </>
        }
      >
        {shown.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            self={member.id === readerId}
            showsTwoFactor={showsTwoFactor}
            rules={role && may('members:write') ? memberRules(role, member, members) : undefined}
            onTask={(kind) => setTask({ member, kind, open: true })}
          />
        ))}
      </DataTable>
      {task && (
        <MemberDialog
          key={task.member.id + task.kind}
          task={task}
          self={task.member.id === readerId}
          onClose={() => setTask({ ...task, open: false })}
        />
      )}
    </>
  )
}

interface MemberRowProps {
  member: Member
  self: boolean
  showsTwoFactor: boolean
  /** Absent if the reader may change nothing. */
  rules: MemberRules | undefined
  onTask: (kind: MemberTask['kind']) => void
}

function MemberRow({ member, self, showsTwoFactor, rules, onTask }: MemberRowProps) {
  return (
    <tr className="h-[3.25rem]">
      <Cell className="max-w-80 max-sm:max-w-40 max-sm:min-w-36">
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar person={member} />
          <span className="min-w-0 wrap-anywhere">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium sm:truncate">{personName(member)}</span>
              {self && (
                <span className="flex-none">
                  <Chip>you</Chip>
                </span>
              )}
            </span>
            {member.name !== '' && (
              <span className="block text-small text-ink-3 sm:truncate">{member.email}</span>
            )}
            <Notes member={member} showsTwoFactor={showsTwoFactor} />
          </span>
        </span>
      </Cell>
      <Cell>
        <RoleCell member={member} self={self} rules={rules} />
      </Cell>
      {showsTwoFactor && (
        <Cell className="text-ink-2 max-md:hidden">
          {member.pending ? '' : member.two_factor ? 'On' : 'Off'}
        </Cell>
      )}
      <Cell className="whitespace-nowrap text-ink-2 max-sm:hidden">
        {member.last_seen_at === null ? 'never' : <Ago at={member.last_seen_at} />}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-md:hidden">
        <Ago at={member.created_at} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        {rules && (
          <Menu
            bare
            size="icon"
            kind="quiet"
            align="end"
            label={`Actions for ${personName(member)}`}
            entries={actionsOf({ member, self, rules, onTask })}
          >
            <ScreenIcon name="more" />
          </Menu>
        )}
      </Cell>
    </tr>
  )
}

/** How they sign in, or how far their invitation is. */
function Notes({ member, showsTwoFactor }: Pick<MemberRowProps, 'member' | 'showsTwoFactor'>) {
  return (
    <>
      {member.pending && <Pending member={member} />}
      {member.single_sign_on && <span className="block text-small text-ink-3">Single sign-on linked</span>}
      {showsTwoFactor && !member.pending && (
        <span className="block text-small text-ink-3 md:hidden">
          Two-factor {member.two_factor ? 'on' : 'off'}
        </span>
      )}
    </>
  )
}

/** How far the invitation of someone who has not joined yet is. */
function Pending({ member: { invitation } }: { member: Member }) {
  const now = useNow()
  const left = invitation === null ? 0 : Date.parse(invitation.expires_at) - now
  const mail = { none: '', sending: ' · email on its way', sent: ' · emailed', failed: ' · email failed' }
  return (
    <span className="block text-small text-warning">
      {left > 0 ? `Invited · expires in ${formatRemaining(left)}` : 'Invitation expired'}
      {invitation && mail[invitation.mail]}
    </span>
  )
}

type Actions = Pick<MemberRowProps, 'member' | 'self' | 'onTask'> & { rules: MemberRules }

function actionsOf({ member, self, rules, onTask }: Actions): MenuEntry[] {
  const link: MenuEntry = member.pending
    ? {
        key: 'link',
        label: 'New invitation link…',
        disabledReason: rules.noLink,
        onSelect: () => onTask('invitation'),
      }
    : {
        key: 'link',
        label: 'Password reset link…',
        disabledReason: rules.noLink,
        onSelect: () => onTask('reset'),
      }
  const twoFactor: MenuEntry = {
    key: 'two-factor',
    label: 'Turn off two-factor sign-in…',
    disabledReason: self ? 'Turn off your own under Account.' : rules.noLink,
    onSelect: () => onTask('two-factor'),
  }
  const singleSignOn: MenuEntry = {
    key: 'single-sign-on',
    label: 'Unlink single sign-on…',
    disabledReason: rules.noLink,
    onSelect: () => onTask('single-sign-on'),
  }
  const remove: MenuEntry = {
    key: 'remove',
    label: member.pending ? 'Withdraw the invitation…' : 'Remove…',
    disabledReason: rules.kept,
    onSelect: () => onTask('remove'),
  }
  return [
    link,
    ...(member.two_factor ? [twoFactor] : []),
    ...(member.single_sign_on ? [singleSignOn] : []),
    { key: 'line', separator: true },
    remove,
  ]
}
