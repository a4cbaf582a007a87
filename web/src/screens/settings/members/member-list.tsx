import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { Member } from '../../../api/wire.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Button } from '../../../components/form/button.tsx'
import { SearchField } from '../../../components/form/search-field.tsx'
import { plural } from '../../../format/number.ts'
import { MemberTable } from './member-table.tsx'

/** A shorter list is read at a glance. */
const FEW = 12
/** A longer list is shown whole only if asked for. */
const SHOWN = 50

/** The members; of many, those with a part of a name or email. */
export function MemberList({ members }: { members: Member[] }) {
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const words = text.toLowerCase().split(/\s+/)
  const found = members.filter(({ name, email }) => {
    const written = `${name} ${email}`.toLowerCase()
    return words.every((word) => written.includes(word))
  })
  const shown = all ? found : found.slice(0, SHOWN)
  return (
    <>
      {members.length > FEW && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <SearchField label="Find a member" text={text} maxLength={LIMITS.nameChars} onText={setText} />
          <span role="status" className="text-ink-2">
            {plural(found.length, 'member')}
          </span>
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState
          title="No matching member"
          action={<Button onClick={() => setText('')}>Show all members</Button>}
        >
          No name or email has “{text.trim()}” in it.
        </EmptyState>
      ) : (
        <MemberTable members={members} shown={shown} />
      )}
      {shown.length < found.length && (
        <div className="flex justify-center border-t border-line py-4">
          <Button onClick={() => setAll(true)}>Show all {plural(found.length, 'member')}</Button>
        </div>
      )}
    </>
  )
}
