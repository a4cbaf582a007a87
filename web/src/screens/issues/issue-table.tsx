import { useQuery } from '@tanstack/react-query'
import { type IssueFilter, trendsQuery } from '../../api/issues.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import type { IssueSummary, IssueWindow } from '../../api/wire.ts'
import { HeadCell } from '../../components/display/data-table.tsx'
import { WINDOWS } from '../../entities/issue/issue-filter.ts'
import { rememberList } from '../../entities/issue/list-memory.ts'
import type { Selection } from './bulk/use-selection.ts'
import { COLUMNS, ROLES, ROW } from './columns.ts'
import { IssueRow } from './issue-row.tsx'
import { SortHead } from './sort-head.tsx'
import type { IssueList } from './use-issue-list.ts'

interface IssueTableProps {
  list: IssueList
  filter: IssueFilter
  selection: Selection
}

export function IssueTable({ list, filter, selection }: IssueTableProps) {
  const all = selection.selected.length === list.issues.length
  const some = selection.selected.length > 0 && !all
  return (
    <table {...ROLES.table} className="block" aria-label="Issues">
      <thead {...ROLES.group} className="block">
        <tr {...ROLES.row} className={`${ROW} items-center`}>
          <th {...ROLES.head} scope="col" className="px-2.5 text-left">
            <label className="-m-2.5 block p-2.5">
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
            </label>
          </th>
          <SortHead column="title" sort={filter.sort}>
            Issue
          </SortHead>
          <HeadCell {...ROLES.head} className={COLUMNS.trend}>
            Events
            <span className="block font-normal">
              {WINDOWS.find((choice) => choice.value === filter.window)?.short}
            </span>
          </HeadCell>
          <SortHead column="events" sort={filter.sort} numeric className={COLUMNS.events}>
            Events
            <AllTime />
          </SortHead>
          <SortHead column="users" sort={filter.sort} numeric className={COLUMNS.users}>
            Users
            <AllTime />
          </SortHead>
          <SortHead column="last_seen" sort={filter.sort} className={COLUMNS.seen}>
            Seen
          </SortHead>
          <HeadCell {...ROLES.head} className={COLUMNS.release}>
            Release
          </HeadCell>
        </tr>
      </thead>
      {list.pages.map((page, index) => (
        <PageRows
          // Not the key of a row: all would be drawn again each time the first one leaves.
          key={String(list.query.data?.pageParams[index])}
          issues={page}
          window={filter.window}
          several={filter.project === undefined}
          selection={selection}
        />
      ))}
    </table>
  )
}

/**
 * The browser leaves out blocks of rows that are far from the window, and knows their height. Not single rows: it would
 * check each of them at each step of the cursor. Not whole pages: a step paints all rows of its block.
 */
const BLOCK = 'block [--row:5rem] md:[--row:3.625rem] [content-visibility:auto]'

const BLOCK_ROWS = 10

interface Block {
  /** How many rows of its page come before it. */
  start: number
  rows: IssueSummary[]
}

function blocksOf(issues: IssueSummary[]): Block[] {
  return Array.from({ length: Math.ceil(issues.length / BLOCK_ROWS) }, (_, index) => {
    const start = index * BLOCK_ROWS
    return { start, rows: issues.slice(start, start + BLOCK_ROWS) }
  })
}

/** These counts ignore the list's window. */
function AllTime() {
  return <span className="block font-normal">all time</span>
}

function rememberVisit(id: string): void {
  rememberList({ cursorId: id, scrollY: window.scrollY })
}

interface PageRowsProps {
  issues: IssueSummary[]
  window: IssueWindow
  /** Whether the list is of all projects. */
  several: boolean
  selection: Selection
}

/** The rows of one loaded page; its trends come in one request. */
function PageRows({ issues, window, several, selection }: PageRowsProps) {
  const ids = issues.map((issue) => issue.id)
  const { data: trends } = useQuery(trendsQuery(ids, window))
  const { data: projects } = useQuery(projectsQuery)
  const names = new Map(
    several && projects && projects.length > 1 ? projects.map(({ id, name }) => [id, name]) : [],
  )
  return blocksOf(issues).map(({ start, rows }) => (
    <tbody
      {...ROLES.group}
      key={start}
      className={BLOCK}
      style={{ containIntrinsicHeight: `calc(var(--row) * ${rows.length})` }}
    >
      {rows.map((issue) => (
        <IssueRow
          key={issue.id}
          issue={issue}
          trend={trends?.get(issue.id)}
          project={names.get(issue.project_id)}
          selected={selection.isTicked(issue.id)}
          cursor={selection.cursor}
          onToggle={selection.toggle}
          onVisit={rememberVisit}
        />
      ))}
    </tbody>
  ))
}
