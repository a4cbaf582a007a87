import { Suspense } from 'react'
import type { IssueFilter } from '../../../api/issues.ts'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { Menu } from '../../../components/overlay/menu.tsx'
import { OverlayBoundary } from '../../../components/overlay/overlay-boundary.tsx'
import { useKeptState } from '../../../session/use-kept-state.ts'
import type { ViewsDialogKind } from './views-dialog.tsx'

const ViewsPopup = lazyRetry(() => import('./views-popup.tsx').then((module) => module.ViewsPopup))
const ViewsDialog = lazyRetry(() => import('./views-dialog.tsx').then((module) => module.ViewsDialog))

/** Saved searches: opens one, and saves what the list shows. */
export function ViewsMenu({ filter }: { filter: IssueFilter }) {
  const [dialog, setDialog] = useKeptState<ViewsDialogKind | null>('views', null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu align="end" entries={(popup) => <ViewsPopup {...popup} filter={filter} onDialog={setDialog} />}>
        Views
      </Menu>
      <OverlayBoundary open={dialog !== null} onFailed={close}>
        <Suspense>{dialog && <ViewsDialog kind={dialog} filter={filter} onClose={close} />}</Suspense>
      </OverlayBoundary>
    </>
  )
}
