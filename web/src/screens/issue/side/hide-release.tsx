import { useMutation, useQueryClient } from '@tanstack/react-query'
import { issueKeys } from '../../../api/issue-keys.ts'
import { hideRelease, releasesQuery } from '../../../api/project/releases.ts'
import type { IssueDetail } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { showDirections } from '../../../format/direction.ts'

interface HideReleaseProps {
  issue: IssueDetail
  release: string
  hidden: boolean
}

/** Takes a release that isn't one, such as a typo, out of the comparison that finds regressions. */
export function HideRelease({ issue, release, hidden }: HideReleaseProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => hideRelease(issue.project_id, release, !hidden),
    onSuccess: () =>
      Promise.all(
        [
          releasesQuery(issue.project_id).queryKey,
          issueKeys.live(issue.id, 'detail'),
          issueKeys.live(issue.id, 'timeline'),
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
    onError: (error) =>
      showToast({
        kind: 'failed',
        text: `Couldn't ${hidden ? 'show' : 'hide'} ${release}: ${error.message}`,
      }),
  })
  return (
    <Button
      kind="quiet"
      size="small"
      className="relative z-1"
      disabled={change.isPending}
      title={
        hidden
          ? showDirections(`Compare returning events with ${release} again`)
          : 'Ignore this release when looking for regressions. Its events stay.'
      }
      aria-label={showDirections(`${hidden ? 'Show' : 'Hide'} ${release}`)}
      onClick={() => change.mutate()}
    >
      {hidden ? 'Show' : 'Hide'}
    </Button>
  )
}
