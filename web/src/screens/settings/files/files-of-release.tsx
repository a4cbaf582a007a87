import { useQuery } from '@tanstack/react-query'
import { releaseFilesQuery } from '../../../api/project/release-files.ts'
import type { ReleaseFileGroups } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { formatCount, formatKilobytes } from '../../../format/number.ts'

/** A build can have thousands; the names of a few say where the others lie. */
const FILES_SHOWN = 100

export const NO_RELEASE = 'no release (by debug ID)'

/** The names under which a release's files are found, with their distribution. */
export function FilesOfRelease({
  projectId,
  release,
}: {
  projectId: string
  release: ReleaseFileGroups['releases'][number]
}) {
  const { version } = release
  const { data: files, error, refetch } = useQuery(releaseFilesQuery(projectId, version))
  if (error && !files) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!files) return <LoadingNote what="the files" />
  const more = release.files - FILES_SHOWN
  return (
    <>
      <ul aria-label={`Files of ${version || NO_RELEASE}`} className="grid gap-1 font-mono text-small">
        {files.slice(0, FILES_SHOWN).map(({ id, name, dist, size_bytes }) => (
          <li key={id} className="flex gap-3">
            <span className="min-w-0 break-all">
              <EventText>{name}</EventText>
            </span>
            {dist !== '' && (
              <span className="flex-none text-ink-3">
                dist <EventText>{dist}</EventText>
              </span>
            )}
            <span className="flex-none text-ink-3">{formatKilobytes(size_bytes)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-small text-ink-3">and {formatCount(more)} more</p>}
    </>
  )
}
