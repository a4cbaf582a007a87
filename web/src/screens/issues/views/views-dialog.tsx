import type { IssueFilter } from '../../../api/issues.ts'
import { ManageViews } from './manage-views.tsx'
import { SaveView } from './save-view.tsx'

export type ViewsDialogKind = 'save' | 'manage'

interface ViewsDialogProps {
  kind: ViewsDialogKind
  filter: IssueFilter
  onClose: () => void
}

export function ViewsDialog({ kind, ...props }: ViewsDialogProps) {
  return kind === 'save' ? <SaveView {...props} /> : <ManageViews {...props} />
}
