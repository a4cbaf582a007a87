import { useQuery } from '@tanstack/react-query'
import { type IssueFilter, trendsQuery } from '../../api/issues.ts'
import type { IssueSummary, IssueWindow } from '../../api/wire.ts'
import { HeadCell } from '../../components/data-table.tsx'
import { COLUMNS } from './columns.ts'
import { WINDOWS } from './issue-filter.ts'
import { IssueRow } from './issue-row.tsx'
import { rememberList } from './list-memory.ts'
import type { IssueList } from './use-issue-list.ts'
import type { Selection } from './use-selection.ts'

interface IssueTableProps {
  list: IssueList
  filter: IssueFilter
  selection: Selection
}

export function IssueTable({ list, filter, selection }: IssueTableProps) {
  const all = selection.selected.length === list.issues.length
  const some = selection.selected.length > 0 && !all
  return (
    <table className="w-full table-fixed border-collapse" aria-label="Issues">
      <thead>
        <tr>
          <th scope="col" className="w-[34px] px-2.5 text-left align-middle">
            <input
              type="checkbox"
              aria-label="Select all loaded issues"
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = some
              }}
              onChange={all ? selection.clear : selection.tickAll}
              className="block"
            />
          </th>
          <HeadCell>Issue</HeadCell>
          <HeadCell className={COLUMNS.trend}>
            {WINDOWS.find((choice) => choice.value === filter.window)?.short}
          </HeadCell>
          <HeadCell numeric className={COLUMNS.events}>
            Events
          </HeadCell>
          <HeadCell numeric className={COLUMNS.users}>
            Users
          </HeadCell>
          <HeadCell className={COLUMNS.seen}>Seen</HeadCell>
          <HeadCell className={COLUMNS.release}>Release</HeadCell>
        </tr>
      </thead>
      {list.pages.map((page, index) => (
        <PageRows
          key={page.issues[0]?.id ?? index}
          issues={page.issues}
          window={filter.window}
          offset={list.pages.slice(0, index).reduce((sum, { issues }) => sum + issues.length, 0)}
          selection={selection}
        />
      ))}
    </table>
  )
}

interface PageRowsProps {
  issues: IssueSummary[]
  window: IssueWindow
  /** Position of the first row in the whole list. */
  offset: number
  selection: Selection
}

/** The rows of one loaded page; its trends come in one request. */
function PageRows({ issues, window, offset, selection }: PageRowsProps) {
  const ids = issues.map((issue) => issue.id)
  const { data: trends } = useQuery(trendsQuery(ids, window))
  return (
    <tbody>
      {issues.map((issue, index) => (
        <IssueRow
          key={issue.id}
          issue={issue}
          trend={trends?.get(issue.id)}
          selected={selection.isTicked(issue.id)}
          current={offset + index === selection.cursor}
          onToggle={() => selection.toggle(issue.id)}
          onVisit={() => rememberList({ cursorId: issue.id })}
        />
      ))}
    </tbody>
  )
}
