import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { membersQuery } from '../../api/account/members.ts'
import { sessionQuery } from '../../api/account/session.ts'
import type { IssueSummary, Member } from '../../api/wire.ts'
import { personName } from '../../components/avatar.tsx'
import { Button } from '../../components/form/button.tsx'
import { type Choice, ChoiceList } from '../../components/form/choice-list.tsx'
import { FormError } from '../../components/form/field.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { plural } from '../../format/number.ts'

interface AssignDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  issues: readonly IssueSummary[]
  onAssign: (assignee: IssueSummary['assignee']) => void
}

const NOBODY = 'nobody'

/** Who should look after the ticked issues. */
export function AssignDialog({ open, onOpenChange, issues, onAssign }: AssignDialogProps) {
  const { data: members, error } = useQuery({ ...membersQuery, enabled: open })
  const readerId = useQuery(sessionQuery).data?.user.id
  const [chosen, setChosen] = useState<string>()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const member = members?.find(({ id }) => id === chosen)
    onOpenChange(false)
    onAssign(member ? { id: member.id, name: member.name, email: member.email } : null)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Assign ${plural(issues.length, 'issue')}`}>
      <form onSubmit={onSubmit} className="grid gap-4">
        {error && !members && <FormError>{error.message}</FormError>}
        {members && (
          <ChoiceList
            legend={issues.length === 1 ? 'Who looks after it' : 'Who looks after them'}
            name="assignee"
            type="radio"
            initial={[]}
            onChange={([value]) => setChosen(value)}
            choices={choicesOf(members, readerId)}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={chosen === undefined}>
            Assign
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The reader comes first, then nobody, then the others: as on the page of an issue. */
function choicesOf(members: Member[], readerId: string | undefined): Choice[] {
  const others = members.filter(({ id }) => id !== readerId)
  const self = members.filter(({ id }) => id === readerId)
  return [
    ...self.map(({ id }) => ({ value: id, label: 'Me' })),
    { value: NOBODY, label: 'Nobody' },
    ...others.map((member) => ({
      value: member.id,
      label: personName(member),
      hint: member.pending ? 'has not joined yet' : member.name === '' ? undefined : member.email,
    })),
  ]
}
