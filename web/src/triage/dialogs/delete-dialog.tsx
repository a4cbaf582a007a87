import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssueSummary } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { Button } from '../../components/form/button.tsx'
import { FormError } from '../../components/form/field.tsx'
import { ConfirmByTyping } from '../../components/overlay/confirm-by-typing.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { plural } from '../../format/number.ts'
import { deleteForGood } from '../delete-for-good.ts'

/** More than these have to be confirmed by typing. */
const CONFIRMED_BY_PRESS = 20

interface DeleteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  issues: readonly IssueSummary[]
  onDone: () => void
}

/** Asks once more: what is deleted can't be brought back. */
export function DeleteDialog({ open, onOpenChange, issues, onDone }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteForGood(queryClient, issues),
    onSuccess: () => {
      onOpenChange(false)
      onDone()
    },
  })
  const what = plural(issues.length, 'issue')
  const [its, it] = issues.length === 1 ? ['Its', 'it'] : ['Their', 'them']
  const description = `${its} events and comments are deleted, too, with all that is merged into ${it}. It can’t be undone. An error that goes on makes a new issue.`
  if (issues.length > CONFIRMED_BY_PRESS) {
    return (
      <ConfirmByTyping
        open={open}
        onClose={() => onOpenChange(false)}
        title={`Delete ${what}`}
        description={description}
        phrase={`delete ${issues.length}`}
        action={`Delete ${what}`}
        run={remove}
      />
    )
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Delete ${what}`} description={description}>
      {remove.error && <FormError>{remove.error.message}</FormError>}
      <ul className="grid gap-1 text-ink-2">
        {issues.map((issue) => (
          <li key={issue.id} className="truncate">
            <EventText>{issue.title}</EventText>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete {what}
        </Button>
      </div>
    </Dialog>
  )
}
