import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { IssueFilter } from '../../../api/issues.ts'
import { viewsQuery } from '../../../api/views.ts'
import type { SavedView } from '../../../api/wire.ts'
import { type MenuEntry, MenuPopup, type MenuPopupFrame } from '../../../components/overlay/menu-popup.tsx'
import { lastList, rememberList } from '../../../entities/issue/list-memory.ts'
import { isViewShown, searchOfView, viewOfFilter } from '../../../entities/issue/saved-view.ts'
import { useUpdateView } from './use-update-view.ts'
import { useViewRights } from './use-view-rights.ts'
import type { ViewsDialogKind } from './views-dialog.tsx'

interface ViewsPopupProps extends MenuPopupFrame {
  filter: IssueFilter
  onDialog: (kind: ViewsDialogKind) => void
}

/** The menu of views, read again each time it opens. */
export function ViewsPopup({ filter, onDialog, ...popup }: ViewsPopupProps) {
  const views = useQuery({ ...viewsQuery, enabled: popup.open })
  const navigate = useNavigate()
  const group = (heading: string, visibility: SavedView['visibility']): MenuEntry[] => {
    const listed = views.data?.filter((view) => view.visibility === visibility) ?? []
    if (listed.length === 0) return []
    const choices = listed.map(({ id, name }) => ({ value: id, label: name }))
    const value = listed.find((view) => isViewShown(view, filter))?.id ?? ''
    const onChoose = (id: string) => {
      const view = listed.find((candidate) => candidate.id === id)
      if (!view) return
      rememberList({ viewId: view.id })
      void navigate({ to: '/issues', search: searchOfView(view) })
    }
    return [
      { key: heading, heading },
      { key: visibility, choices, value, onChoose },
      { key: `${heading} end`, separator: true },
    ]
  }
  const update = useUpdateEntry(views.data, filter)
  const save = { key: 'save', label: 'Save this view…', onSelect: () => onDialog('save') }
  const manage = { key: 'manage', label: 'Manage views…', onSelect: () => onDialog('manage') }
  // While they load there is nothing to choose: what a key highlights would be another entry a moment later.
  const entries: MenuEntry[] = views.isPending
    ? [{ key: 'loading', heading: 'Loading views…' }]
    : [
        ...noteOn(views),
        ...group('Your views', 'private'),
        ...group('Shared views', 'shared'),
        ...update,
        save,
        ...(views.data?.length ? [manage] : []),
      ]
  return <MenuPopup {...popup} entries={entries} />
}

/** For the view that the reader opened, once the list shows something else. */
function useUpdateEntry(views: SavedView[] | undefined, filter: IssueFilter): MenuEntry[] {
  const update = useUpdateView()
  const rightsOn = useViewRights()
  const view = views?.find(({ id }) => id === lastList().viewId)
  if (!view || isViewShown(view, filter) || !rightsOn(view).mayChange) return []
  const onSelect = () => update({ view, fields: viewOfFilter(filter) })
  return [{ key: 'update', label: `Update “${view.name}”`, hint: 'With what the list shows now', onSelect }]
}

/** In place of views that are not there. */
function noteOn({ data, error }: Pick<UseQueryResult<SavedView[]>, 'data' | 'error'>): MenuEntry[] {
  if (data?.length === 0) return [{ key: 'none', heading: 'No saved views yet' }]
  if (data || !error) return []
  return [{ key: 'failed', label: "Couldn't load views", disabledReason: error.message, onSelect: () => {} }]
}
