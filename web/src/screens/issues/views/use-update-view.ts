import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeView, viewsQuery } from '../../../api/views.ts'
import type { SavedView } from '../../../api/wire.ts'
import { showToast } from '../../../components/overlay/toast.ts'
import type { ViewFields } from '../../../entities/issue/saved-view.ts'

interface Update {
  view: SavedView
  fields: ViewFields
}

/** Gives a view what the list shows; Undo gives it back what it had. */
export function useUpdateView(): (update: Update) => void {
  const queryClient = useQueryClient()
  const update = useMutation({
    mutationFn: ({ view, fields }: Update) => changeView(view.id, fields),
    onSuccess: ({ name }, { view }) => {
      const { query, project_id, window, sort } = view
      const undo = () => restore.mutate({ view, fields: { query, project_id, window, sort } })
      showToast({ kind: 'done', text: `View “${name}” updated`, undo })
    },
    onError,
    onSettled,
  })
  const restore = useMutation({
    mutationFn: ({ view, fields }: Update) => changeView(view.id, fields),
    onSuccess: ({ name }) => showToast({ kind: 'done', text: `View “${name}” is as before` }),
    onError,
    onSettled,
  })
  function onError(error: Error) {
    showToast({ kind: 'failed', text: `Couldn't update the view: ${error.message}` })
  }
  function onSettled() {
    return queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
  }
  return update.mutate
}
