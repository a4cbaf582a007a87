import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { issueReleasesQuery } from '../../api/one-issue.ts'
import type { IssueSummary } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { plural } from '../../format/number.ts'

interface ResolveInReleaseDialogProps {
  issues: readonly IssueSummary[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onResolve: (release: string) => void
}

/** Names the release that has the fix, known already or still to come; proposes those of the first issue. */
export function ResolveInReleaseDialog(props: ResolveInReleaseDialogProps) {
  const { issues, open, onOpenChange, onResolve } = props
  const [first] = issues
  const { data } = useQuery({ ...issueReleasesQuery(first?.id ?? ''), enabled: open && first !== undefined })
  const listId = useId()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const release = String(new FormData(event.currentTarget).get('release')).trim()
    if (release === '') return
    onOpenChange(false)
    onResolve(release)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        issues.length === 1
          ? 'Resolve in a release'
          : `Resolve ${plural(issues.length, 'issue')} in a release`
      }
      description={`Only an event of a newer release than this one makes ${issues.length === 1 ? 'the issue' : 'one of them'} a regression.`}
    >
      <form onSubmit={onSubmit} className="grid gap-4">
        <Field
          label="Release with the fix"
          name="release"
          defaultValue={first?.release}
          list={listId}
          required
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
        />
        <datalist id={listId}>
          {data?.releases.map((release) => (
            <option key={release} value={release} />
          ))}
        </datalist>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" kind="primary">
            Resolve
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
