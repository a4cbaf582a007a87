import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { IssueSummary } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { Ago } from '../../components/display/time.tsx'
import { Button } from '../../components/form/button.tsx'
import { ChoiceList } from '../../components/form/choice-list.tsx'
import { FormError } from '../../components/form/field.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { plural } from '../../format/number.ts'
import { chooseCanonical, mergeRefusal } from '../choose-canonical.ts'
import { runMerge } from '../run-merge.ts'

interface MergeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  issues: readonly IssueSummary[]
  onDone: () => void
}

/** Which of the ticked issues the others are merged into, and what that means. */
export function MergeDialog({ open, onOpenChange, issues, onDone }: MergeDialogProps) {
  const refusal = mergeRefusal(issues, LIMITS.mergeIssues)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Merge ${plural(issues.length, 'issue')}`}
      description="The issue you choose keeps its status and gets the events and users of the others. You can split them again at any time."
    >
      {refusal === undefined ? (
        <MergeForm issues={issues} onDone={onDone} onClose={() => onOpenChange(false)} />
      ) : (
        <>
          <FormError>{refusal}</FormError>
          <div className="mt-4 flex justify-end">
            <Button onClick={() => onOpenChange(false)}>Close</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

interface MergeFormProps {
  issues: readonly IssueSummary[]
  onDone: () => void
  onClose: () => void
}

function MergeForm({ issues, onDone, onClose }: MergeFormProps) {
  const queryClient = useQueryClient()
  const proposed = chooseCanonical(issues)
  const [chosen, setChosen] = useState(proposed?.id)
  const merge = useMutation({
    mutationFn: (canonical: IssueSummary) =>
      runMerge(
        queryClient,
        canonical,
        issues.filter(({ id }) => id !== canonical.id),
      ),
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const canonical = issues.find(({ id }) => id === chosen) ?? proposed
    if (canonical) merge.mutate(canonical)
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {merge.error && <FormError>{merge.error.message}</FormError>}
      <ChoiceList
        legend="Merge into"
        name="canonical"
        type="radio"
        initial={proposed ? [proposed.id] : []}
        onChange={([id]) => setChosen(id)}
        choices={issues.map((issue) => ({
          value: issue.id,
          label: (
            <span className="line-clamp-2 break-words">
              <EventText>{issue.title}</EventText>
            </span>
          ),
          hint: (
            <>
              {plural(issue.event_count, 'event')} · first seen <Ago at={issue.first_seen_at} />
              {issue.id === proposed?.id && ' · suggested: most events'}
            </>
          ),
        }))}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={merge.isPending}>
          {merge.isPending ? 'Merging…' : 'Merge'}
        </Button>
      </div>
    </form>
  )
}
