import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { issueReleasesQuery } from '../../api/issue.ts'
import { releasesQuery } from '../../api/project/releases.ts'
import type { IssueSummary } from '../../api/wire.ts'
import { Field } from '../../components/form/field.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { AT_ONCE } from '../../components/overlay/framed-dialog.tsx'
import { plural } from '../../format/number.ts'
import { showHidden } from '../../format/show-hidden.ts'

interface ResolveInReleaseDialogProps {
  issues: readonly IssueSummary[]
  open: boolean
  onClose: () => void
  onResolve: (release: string) => void
}

/** Names the release that has the fix, known already or still to come; proposes those of the first issue. */
export function ResolveInReleaseDialog(props: ResolveInReleaseDialogProps) {
  const { issues, open, onClose, onResolve } = props
  const [first] = issues
  const { data } = useQuery({ ...issueReleasesQuery(first?.id ?? ''), enabled: open && first !== undefined })
  const { data: ofProject } = useQuery({
    ...releasesQuery(first?.project_id ?? ''),
    enabled: open && first !== undefined,
  })
  const hidden = new Set(ofProject?.filter((release) => release.hidden).map(({ version }) => version))
  const proposed = data?.releases.filter((release) => !hidden.has(release))
  const listId = useId()
  const submit = (form: FormData) => {
    const release = String(form.get('release')).trim()
    if (release === '') return
    onClose()
    onResolve(release)
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        issues.length === 1
          ? 'Resolve in a release'
          : `Resolve ${plural(issues.length, 'issue')} in a release`
      }
      description={`If it happens again in a newer release, ${issues.length === 1 ? 'the issue' : 'that issue'} reopens as a regression.`}
      run={AT_ONCE}
      onSubmit={submit}
      action="Resolve"
    >
      <Field
        label="Release with the fix"
        name="release"
        defaultValue={first?.release}
        list={listId}
        required
        maxLength={LIMITS.releaseChars}
        spellCheck={false}
        autoComplete="off"
      />
      <datalist id={listId}>
        {proposed?.map((release) => (
          <option key={release} value={release} label={showHidden(release)} />
        ))}
      </datalist>
    </FormDialog>
  )
}
