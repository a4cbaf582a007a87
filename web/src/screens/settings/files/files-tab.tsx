import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteFiles, filesQuery } from '../../../api/project/release-files.ts'
import type { Project, ReleaseFileGroups } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { OpenMark } from '../../../components/display/open-mark.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ConfirmByTyping } from '../../../components/overlay/confirm-by-typing.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { formatCount, formatKilobytes, plural } from '../../../format/number.ts'
import { useRole } from '../../../session/use-role.ts'
import { FilesOfRelease, NO_RELEASE } from './files-of-release.tsx'
import { UploadGuide } from './upload-guide.tsx'

/** The source maps, scripts, mapping files and source bundles that were uploaded, by release. */
export function FilesTab({ project }: { project: Project }) {
  const projectId = project.id
  const { data: releases, error, refetch } = useQuery(filesQuery(projectId))
  const [asked, setAsked] = useState<string | null>(null)
  const close = () => setAsked(null)
  const remove = useDeleteFiles(projectId, asked ?? '', close)
  if (error && !releases) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!releases) return <LoadingNote what="the files" />
  return (
    <Section
      title="Uploaded files"
      note="source maps, scripts, mapping files and source bundles; deleted when unused for as long as events are kept"
    >
      {releases.length === 0 ? (
        <UploadGuide project={project} />
      ) : (
        <FilesTable projectId={projectId} releases={releases} onDelete={setAsked} />
      )}
      <ConfirmByTyping
        open={asked !== null}
        onClose={close}
        title="Delete the files of this release"
        description="New errors of this release will show minified code until its files are uploaded again."
        phrase={asked ?? ''}
        action="Delete files"
        run={remove}
      />
    </Section>
  )
}

interface FilesTableProps {
  projectId: string
  releases: ReleaseFileGroups['releases']
  onDelete: (version: string) => void
}

function FilesTable({ projectId, releases, onDelete }: FilesTableProps) {
  return (
    <DataTable
      label="Files by release"
      head={
        <>
          <HeadCell>Release</HeadCell>
          <HeadCell numeric>Files</HeadCell>
          <HeadCell numeric>Size</HeadCell>
          <HeadCell className="max-sm:hidden">Last upload</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {releases.map((release) => (
        <ReleaseRows key={release.version} projectId={projectId} release={release} onDelete={onDelete} />
      ))}
    </DataTable>
  )
}

interface ReleaseRowsProps {
  projectId: string
  release: ReleaseFileGroups['releases'][number]
  onDelete: (version: string) => void
}

/** A release, and the names of its files once they are asked for. */
function ReleaseRows({ projectId, release, onDelete }: ReleaseRowsProps) {
  const { version, files, size_bytes, uploaded_at } = release
  const [open, setOpen] = useState(false)
  const mayDelete = useRole().may('projects:write')
  return (
    <>
      <tr>
        <Cell className="break-all">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex items-center gap-1.5 text-left"
          >
            <OpenMark open={open} className="flex-none text-ink-3" />
            {version === '' ? NO_RELEASE : <EventText>{version}</EventText>}
          </button>
        </Cell>
        <Cell numeric>{formatCount(files)}</Cell>
        <Cell numeric className="whitespace-nowrap">
          {formatKilobytes(size_bytes)}
        </Cell>
        <Cell className="whitespace-nowrap max-sm:hidden">
          {uploaded_at.slice(0, 16).replace('T', ' ')} UTC
        </Cell>
        <Cell className="text-right">
          {mayDelete && version !== '' && (
            <Button onClick={() => onDelete(version)} aria-label={`Delete… ${version}`}>
              Delete…
            </Button>
          )}
        </Cell>
      </tr>
      {open && (
        <tr>
          <td colSpan={5} className="px-2.5 pb-3 pl-8">
            <FilesOfRelease projectId={projectId} release={release} />
          </td>
        </tr>
      )}
    </>
  )
}

function useDeleteFiles(projectId: string, version: string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteFiles(projectId, version),
    onSuccess: async ({ deleted }) => {
      onDone()
      showToast({ kind: 'done', text: `${plural(deleted, 'file')} of ${version} deleted` })
      await queryClient.invalidateQueries({ queryKey: filesQuery(projectId).queryKey })
    },
  })
}
