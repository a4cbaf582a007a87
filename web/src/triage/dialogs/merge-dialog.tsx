import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import type { IssueSummary } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { type Choice, ChoiceList } from '../../components/form/choice-list.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { RefusedDialog } from '../../components/overlay/framed-dialog.tsx'
import { plural } from '../../format/number.ts'
import { chooseCanonical, mergeRefusal } from '../choose-canonical.ts'
import { runMerge } from '../run-merge.ts'
import { IssueFacts } from './issue-facts.tsx'

interface MergeDialogProps {
  open: boolean
  onClose: () => void
  issues: readonly IssueSummary[]
  /** Gets the issue that the others are now part of. */
  onDone: (canonical: IssueSummary) => void
}

/** Which of the ticked issues the others are merged into, and what that means. */
export function MergeDialog({ open, onClose, issues, onDone }: MergeDialogProps) {
  const queryClient = useQueryClient()
  const refusal = mergeRefusal(issues, LIMITS.mergeIssues)
  const proposed = chooseCanonical(issues)
  const merge = useMutation({
    mutationFn: (canonical: IssueSummary) =>
      runMerge(
        queryClient,
        canonical,
        issues.filter(({ id }) => id !== canonical.id),
      ),
    onSuccess: (_, canonical) => {
      onClose()
      onDone(canonical)
    },
  })
  const submit = (form: FormData) => {
    const canonical = issues.find(({ id }) => id === form.get('canonical')) ?? proposed
    if (canonical) merge.mutate(canonical)
  }
  const frame = {
    open,
    onClose,
    title: `Merge ${plural(issues.length, 'issue')}`,
    description:
      'The issue you choose keeps its status and gets the events and users of the others. You can split them again at any time.',
  }
  if (refusal !== undefined) return <RefusedDialog {...frame}>{refusal}</RefusedDialog>
  return (
    <FormDialog {...frame} run={merge} onSubmit={submit} action="Merge" busy="Merging…">
      <ChoiceList
        legend="Merge into"
        name="canonical"
        type="radio"
        initial={proposed ? [proposed.id] : []}
        choices={issues.map((issue) => choiceOf(issue, proposed?.id))}
      />
    </FormDialog>
  )
}

function choiceOf(issue: IssueSummary, proposedId: string | undefined): Choice {
  return {
    value: issue.id,
    label: (
      <span className="line-clamp-2">
        <EventText>{issue.title}</EventText>
      </span>
    ),
    hint: <IssueFacts issue={issue}>{issue.id === proposedId && ' · suggested: most events'}</IssueFacts>,
  }
}
