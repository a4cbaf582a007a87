import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mergedQuery } from '../../../api/issue-family.ts'
import type { IssueDetail, IssueSummary } from '../../../api/wire.ts'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { LevelIcon } from '../../../components/display/level-icon.tsx'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { Ago, FirstSeen } from '../../../components/display/time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Button } from '../../../components/form/button.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { splitCulprit } from '../../../entities/issue/issue-title.ts'
import { formatCount } from '../../../format/number.ts'
import { showHidden } from '../../../format/show-hidden.ts'
import { runSplit } from '../../../triage/run-merge.ts'

/** The issues merged into this one, each with its own numbers; one or several can be split off. */
export function MergedTab({ issue }: { issue: IssueDetail }) {
  const query = useQuery(mergedQuery(issue.id))
  return (
    <LoadedList
      query={query}
      rows={query.data}
      what="merged issues"
      empty={
        <EmptyState title="No merged issues">
          Select two or more issues in the list to merge them into one.
        </EmptyState>
      }
    >
      {(children) => <MergedTable parent={issue} issues={children} />}
    </LoadedList>
  )
}

function MergedTable({ parent, issues }: { parent: IssueDetail; issues: IssueSummary[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const split = useSplit(parent.id)
  const chosen = issues.map(({ id }) => id).filter((id) => ticked.has(id))
  const toggle = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <>
      <div className="flex min-h-[2.875rem] flex-wrap items-center gap-2 pt-2">
        <p className="min-w-0 flex-1 basis-64 text-ink-2">
          The numbers above include these issues. Splitting restores an issue with its own events, including
          any received since the merge.
          {parent.merged_count > issues.length &&
            ` Showing the first ${formatCount(issues.length)} of ${formatCount(parent.merged_count)}.`}
        </p>
        {chosen.length > 0 && (
          <Button disabled={split.isPending} onClick={() => split.mutate(chosen)}>
            Split {formatCount(chosen.length)} selected
          </Button>
        )}
      </div>
      <DataTable
        label="Merged issues"
        head={
          <>
            <HeadCell className="w-8">
              <span className="sr-only">Selected</span>
            </HeadCell>
            <HeadCell>Issue</HeadCell>
            <HeadCell numeric>Events</HeadCell>
            <HeadCell numeric className="max-md:hidden">
              Users
            </HeadCell>
            <HeadCell className="max-md:hidden">Seen</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </>
        }
      >
        {issues.map((issue) => (
          <MergedRow
            key={issue.id}
            issue={issue}
            ticked={ticked.has(issue.id)}
            onToggle={() => toggle(issue.id)}
            onSplit={split.isPending ? undefined : () => split.mutate([issue.id])}
          />
        ))}
      </DataTable>
    </>
  )
}

function useSplit(parentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => runSplit(queryClient, parentId, ids),
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't split: ${error.message}` }),
  })
}

interface MergedRowProps {
  issue: IssueSummary
  ticked: boolean
  onToggle: () => void
  /** Absent while a split is on its way. */
  onSplit: (() => void) | undefined
}

function MergedRow({ issue, ticked, onToggle, onSplit }: MergedRowProps) {
  const { where, file } = splitCulprit(issue.culprit)
  return (
    <tr className={ticked ? 'bg-select' : undefined}>
      <Cell>
        <input
          type="checkbox"
          checked={ticked}
          onChange={onToggle}
          aria-label={showHidden(`Select ${issue.title}`)}
          className="block"
        />
      </Cell>
      <Cell className="w-full max-w-0">
        <span className="flex items-center gap-2">
          <LevelIcon level={issue.level} />
          <Link
            to="/issues/$issueId"
            params={{ issueId: issue.id }}
            className="font-medium hover:underline max-md:line-clamp-2 max-md:wrap-anywhere md:truncate"
          >
            <EventText>{issue.title}</EventText>
          </Link>
        </span>
        {where + file !== '' && (
          <span className="block truncate pl-[1.4375rem] text-small text-ink-3">
            <EventText>{where}</EventText>{' '}
            <span className="font-mono text-tiny">
              <EventText>{file}</EventText>
            </span>
          </span>
        )}
      </Cell>
      <Cell numeric className="font-semibold">
        {formatCount(issue.event_count)}
      </Cell>
      <Cell numeric className="text-ink-2 max-md:hidden">
        {formatCount(issue.unique_user_count)}
      </Cell>
      <Cell className="whitespace-nowrap max-md:hidden">
        <Ago at={issue.last_seen_at} className="block" />
        <span className="text-small text-ink-3">
          <FirstSeen at={issue.first_seen_at} />
        </span>
      </Cell>
      <Cell className="text-right">
        <Button disabled={!onSplit} onClick={onSplit} aria-label={showHidden(`Split ${issue.title}`)}>
          Split
        </Button>
      </Cell>
    </tr>
  )
}
