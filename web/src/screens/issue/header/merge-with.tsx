import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { jumpSearchQuery } from '../../../api/jump-search.ts'
import type { IssueSummary } from '../../../api/wire.ts'
import { PickerField } from '../../../components/combobox/picker-field.tsx'
import { SuggestionList } from '../../../components/combobox/suggestion-list.tsx'
import { useCombobox } from '../../../components/combobox/use-combobox.ts'
import { useSuggestions } from '../../../components/combobox/use-suggestions.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { splitTitle } from '../../../entities/issue/issue-title.ts'
import { plural } from '../../../format/number.ts'
import { IssueFacts } from '../../../triage/dialogs/issue-facts.tsx'
import { MergeDialog } from '../../../triage/dialogs/merge-dialog.tsx'

interface MergeWithProps {
  issue: IssueSummary
  onClose: () => void
  /** Gets the issue that the other is now part of. */
  onMerged: (canonical: IssueSummary) => void
}

/** Merges the open issue with one that is found by its link, its ID or a search. */
export function MergeWith({ issue, onClose, onMerged }: MergeWithProps) {
  const [other, setOther] = useState<IssueSummary>()
  if (other !== undefined)
    return <MergeDialog open onClose={onClose} issues={[issue, other]} onDone={onMerged} />
  return (
    <FramedDialog
      open
      onClose={onClose}
      title="Merge with another issue"
      description="Next, you choose which of the two keeps its status."
    >
      <IssuePicker issue={issue} onChoose={setOther} />
    </FramedDialog>
  )
}

/** Offers issues of the same type before anything is typed. */
function IssuePicker({ issue, onChoose }: { issue: IssueSummary; onChoose: (other: IssueSummary) => void }) {
  const [text, setText] = useState('')
  const { keys, attributes, onState } = useCombobox()
  const typed = useDeferredValue(text.trim())
  const q = typed || `"${splitTitle(issue).type.replace(/["\\]/g, ' ').trim()}"`
  const { data, error } = useQuery(jumpSearchQuery(q, issue.project_id))
  const issues = data?.issues.filter(
    ({ id, merge_parent_id: parent }) => id !== issue.id && parent !== issue.id,
  )
  const list = useSuggestions({
    suggestions: issues ?? [],
    place: text,
    first: 'first',
    listId: 'other-issues',
    keys,
    onState,
    onPick: onChoose,
  })
  return (
    <>
      <PickerField
        keys={keys}
        attributes={attributes}
        label="Find an issue of this project"
        placeholder="Link, ID or words of another issue"
        text={text}
        onText={setText}
      />
      {error && !data && <FormError>{error.message}</FormError>}
      {list.open && (
        <SuggestionList list={list} label="Issues" keyOf={({ id }) => id}>
          {(choice) => (
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 wrap-anywhere">
                <EventText>{choice.title}</EventText>
              </span>
              <IssueFacts issue={choice} />
            </span>
          )}
        </SuggestionList>
      )}
      <p role="status" className={issues?.length === 0 ? 'px-2.5 py-1.5 text-ink-2' : 'sr-only'}>
        {issues === undefined
          ? 'Loading issues…'
          : issues.length > 0
            ? plural(issues.length, 'issue')
            : typed === ''
              ? 'Paste the link or the ID of an issue of this project, or search.'
              : 'No other issue of this project matches.'}
      </p>
    </>
  )
}
