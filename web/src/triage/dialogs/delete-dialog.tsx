import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssueSummary } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { ConfirmByTyping } from '../../components/overlay/confirm-by-typing.tsx'
import { ConfirmDialog } from '../../components/overlay/framed-dialog.tsx'
import { plural } from '../../format/number.ts'
import { deleteForGood } from '../delete-for-good.ts'

/** More than these have to be confirmed by typing. */
const CONFIRMED_BY_PRESS = 20

interface DeleteDialogProps {
  open: boolean
  onClose: () => void
  issues: readonly IssueSummary[]
  onDone: () => void
}

/** Asks once more: what is deleted can't be brought back. */
export function DeleteDialog({ open, onClose, issues, onDone }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteForGood(queryClient, issues),
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  const what = plural(issues.length, 'issue')
  const [these, its, it] =
    issues.length === 1
      ? ['the issue', 'its', 'the error happens']
      : ['the issues', 'their', 'an error happens']
  const description = `This permanently deletes ${these}, ${its} events, comments and merged issues. If ${it} again, a new issue is created.`
  if (issues.length > CONFIRMED_BY_PRESS) {
    return (
      <ConfirmByTyping
        open={open}
        onClose={onClose}
        title={`Delete ${what}`}
        description={description}
        phrase={`delete ${issues.length}`}
        action={`Delete ${what}`}
        run={remove}
      />
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${what}`}
      description={description}
      run={remove}
      action={`Delete ${what}`}
    >
      <ul className="grid gap-1 text-ink-2">
        {issues.map((issue) => (
          <li key={issue.id} className="truncate">
            <EventText>{issue.title}</EventText>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
