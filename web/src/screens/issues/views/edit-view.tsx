import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssueFilter } from '../../../api/issues.ts'
import { changeView, viewsQuery } from '../../../api/views.ts'
import type { SavedView, SavedViewPatch } from '../../../api/wire.ts'
import { sendChanges } from '../../../components/form/changed-fields.ts'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { fieldErrors, formError } from '../../../components/form/field-errors.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { isViewShown, viewOfFilter } from '../../../entities/issue/saved-view.ts'
import { useViewRights } from './use-view-rights.ts'
import { NameAndReaders, nameAndReadersIn, ViewSummary } from './view-fields.tsx'

interface EditViewProps {
  view: SavedView
  filter: IssueFilter
  onClose: () => void
}

/** Renames a view, chooses who sees it, and gives it what the list shows now. */
export function EditView({ view, filter, onClose }: EditViewProps) {
  const queryClient = useQueryClient()
  const { isOwn } = useViewRights()(view)
  const save = useMutation({
    mutationFn: (fields: SavedViewPatch) =>
      sendChanges(view, fields, (change) => changeView(view.id, change)),
    onSuccess: async ({ name }) => {
      onClose()
      showToast({ kind: 'done', text: `View “${name}” saved` })
      await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
    },
  })
  const shown = viewOfFilter(filter)
  const submit = (form: FormData) => {
    const replaced = form.get('contents') === 'shown' ? shown : {}
    save.mutate({ ...nameAndReadersIn(form), ...replaced })
  }
  const errorOf = fieldErrors(save.error)
  const isOthers = view.visibility === 'shared' && !isOwn
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Edit view"
      run={save}
      error={errorOf('query') ?? formError(save.error)}
      onSubmit={submit}
      action="Save view"
      busy="Saving…"
    >
      <NameAndReaders
        name={view.name}
        visibility={view.visibility}
        sharedOnly={isOthers ? 'Only the person who created it can make it private.' : undefined}
        error={errorOf('name')}
      />
      {!isViewShown(view, filter) && (
        <ChoiceList
          legend="What it shows"
          name="contents"
          type="radio"
          initial={['saved']}
          choices={[
            { value: 'saved', label: 'Keep its search', hint: <ViewSummary view={view} /> },
            { value: 'shown', label: 'Use the list on this page', hint: <ViewSummary view={shown} /> },
          ]}
        />
      )}
    </FormDialog>
  )
}
