import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssueFilter } from '../../../api/issues.ts'
import { createView, viewsQuery } from '../../../api/views.ts'
import type { NewSavedView } from '../../../api/wire.ts'
import { fieldErrors, formError } from '../../../components/form/field-errors.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { rememberList } from '../../../entities/issue/list-memory.ts'
import { viewOfFilter } from '../../../entities/issue/saved-view.ts'
import { NameAndReaders, nameAndReadersIn, ViewSummary } from './view-fields.tsx'

/** Asks for the name under which the list is saved as it is shown. */
export function SaveView({ filter, onClose }: { filter: IssueFilter; onClose: () => void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (view: NewSavedView) => createView(view),
    onSuccess: async ({ id, name }) => {
      onClose()
      rememberList({ viewId: id })
      showToast({ kind: 'done', text: `View “${name}” saved` })
      await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
    },
  })
  const shown = viewOfFilter(filter)
  const errorOf = fieldErrors(save.error)
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Save this view"
      description={<ViewSummary view={shown} />}
      run={save}
      error={errorOf('query') ?? formError(save.error)}
      onSubmit={(form) => save.mutate({ ...shown, ...nameAndReadersIn(form) })}
      action="Save view"
      busy="Saving…"
    >
      <NameAndReaders name="" visibility="private" error={errorOf('name')} />
    </FormDialog>
  )
}
