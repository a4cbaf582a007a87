import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { issueQuery } from '../../../api/issues.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { runSplit } from '../../../triage/run-merge.ts'

interface MergedBannerProps {
  issueId: string
  parentId: string
}

/** Says of a merged issue if it is counted now, and leads there or out of it. */
export function MergedBanner({ issueId, parentId }: MergedBannerProps) {
  const { data: parent } = useQuery(issueQuery(parentId))
  const queryClient = useQueryClient()
  const split = useMutation({
    mutationFn: () => runSplit(queryClient, parentId, [issueId]),
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't split: ${error.message}` }),
  })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line-2 bg-surface px-3 py-2">
      <ScreenIcon name="merge" className="text-ink-2" />
      <p className="min-w-0 flex-1 basis-64">
        Merged into{' '}
        <Link
          to="/issues/$issueId"
          params={{ issueId: parentId }}
          className="font-semibold break-words underline decoration-line-2 underline-offset-2 hover:decoration-ink"
        >
          <EventText>{parent?.title ?? 'another issue'}</EventText>
        </Link>
        . <span className="text-ink-2">Its events and status are part of that issue.</span>
      </p>
      <Button disabled={split.isPending} onClick={() => split.mutate()}>
        Split off
      </Button>
    </div>
  )
}
