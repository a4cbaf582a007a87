import type { IssueFilter } from '../../../api/issues.ts'
import type { IssueSummary } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { formatCount } from '../../../format/number.ts'
import { useLiveList } from './use-live-list.ts'

/** Keeps the list live; says how many issues are new where showing them would move what is being read. */
export function LiveList(props: { filter: IssueFilter; issues: IssueSummary[]; ticked: boolean }) {
  const { filter, issues, ticked } = props
  const live = useLiveList(filter, ticked)
  // A refresh may have loaded some of them in the meantime.
  const waiting = live.waiting.filter((id) => issues.every((issue) => issue.id !== id)).length
  return (
    <div role="status" className="pointer-events-none sticky top-2 z-20 flex h-0 justify-center">
      {waiting > 0 && (
        <Button
          onClick={live.show}
          className="appear pointer-events-auto h-[1.875rem] -translate-y-1 rounded-full lifted"
        >
          <Icon name="refresh" className="text-accent" />
          {formatCount(waiting)} new
        </Button>
      )}
    </div>
  )
}
