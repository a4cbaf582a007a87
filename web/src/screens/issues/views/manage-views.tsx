import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { IssueFilter } from '../../../api/issues.ts'
import { deleteView, viewsQuery } from '../../../api/views.ts'
import type { SavedView } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ConfirmDialog, FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { rememberList } from '../../../entities/issue/list-memory.ts'
import { searchOfView } from '../../../entities/issue/saved-view.ts'
import { showHidden } from '../../../format/show-hidden.ts'
import { EditView } from './edit-view.tsx'
import { useViewRights } from './use-view-rights.ts'
import { ViewSummary } from './view-fields.tsx'

/** Every view the reader sees, with what they may do to it. */
export function ManageViews({ filter, onClose }: { filter: IssueFilter; onClose: () => void }) {
  const { data: views, error, refetch } = useQuery(viewsQuery)
  const [edited, setEdited] = useState<SavedView>()
  const [removed, setRemoved] = useState<SavedView>()
  return (
    <FramedDialog open onClose={onClose} title="Views" focus="top">
      {error && !views && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !views && <LoadingNote what="views" />}
      {views?.length === 0 && <p className="text-ink-2">No saved views yet.</p>}
      <ul className="grid gap-3">
        {views?.map((view) => (
          <ViewRow key={view.id} view={view} onOpen={onClose} onEdit={setEdited} onDelete={setRemoved} />
        ))}
      </ul>
      {edited && <EditView view={edited} filter={filter} onClose={() => setEdited(undefined)} />}
      {removed && <DeleteView view={removed} onClose={() => setRemoved(undefined)} />}
    </FramedDialog>
  )
}

interface ViewRowProps {
  view: SavedView
  onOpen: () => void
  onEdit: (view: SavedView) => void
  onDelete: (view: SavedView) => void
}

function ViewRow({ view, onOpen, onEdit, onDelete }: ViewRowProps) {
  const { isOwn, mayChange } = useViewRights()(view)
  const { name, visibility, created_by: creator } = view
  const by = isOwn ? 'shared by you' : `shared by ${creator.name || creator.email || 'a former member'}`
  const labelOf = (verb: string) => showHidden(`${verb} “${name}”`)
  return (
    <li className="flex items-start gap-2 border-line max-sm:flex-wrap not-last:border-b not-last:pb-3">
      <div className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">
        <Link
          to="/issues"
          search={searchOfView(view)}
          onClick={() => {
            rememberList({ viewId: view.id })
            onOpen()
          }}
          className="font-semibold underline-offset-2 hover:underline"
        >
          <EventText>{name}</EventText>
        </Link>
        {visibility === 'shared' && (
          <span className="text-small text-ink-3">
            {' '}
            <EventText>{by}</EventText>
          </span>
        )}
        <ViewSummary view={view} />
      </div>
      {mayChange && (
        <>
          <Button size="small" aria-label={labelOf('Edit')} onClick={() => onEdit(view)}>
            Edit
          </Button>
          <Button size="small" aria-label={labelOf('Delete')} onClick={() => onDelete(view)}>
            Delete
          </Button>
        </>
      )}
    </li>
  )
}

function DeleteView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteView(view.id),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'done', text: `View “${view.name}” deleted` })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
  const whose = view.visibility === 'shared' ? 'It goes for everyone.' : 'Issues are not affected.'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete “${showHidden(view.name)}”?`}
      description={`${whose} This can't be undone.`}
      run={remove}
      action="Delete view"
      busy="Deleting…"
    />
  )
}
