import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { releaseKeys, setReleaseHidden } from '../../api/project/releases.ts'
import { Button } from '../../components/form/button.tsx'
import { showToast } from '../../components/overlay/toast.ts'
import { showHidden } from '../../format/show-hidden.ts'

interface HideReleaseProps {
  projectId: string
  release: string
  hidden: boolean
  /** What else of the screen shows hidden releases. */
  shownIn?: readonly QueryKey[]
}

/** Takes a release that isn't one, such as a typo, out of the comparison that finds regressions. */
export function HideRelease({ projectId, release, hidden, shownIn = [] }: HideReleaseProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => setReleaseHidden(projectId, release, !hidden),
    onSuccess: () =>
      Promise.all(
        [releaseKeys.all, ...shownIn].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
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
      busy={change.isPending}
      title={
        hidden
          ? showHidden(`Compare returning events with ${release} again`)
          : 'Ignore this release when looking for regressions. Its events stay.'
      }
      aria-label={showHidden(`${hidden ? 'Show' : 'Hide'} ${release}`)}
      onClick={() => change.mutate()}
    >
      {hidden ? 'Show' : 'Hide'}
    </Button>
  )
}
