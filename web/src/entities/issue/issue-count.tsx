import { Link } from '@tanstack/react-router'
import { classNames } from '../../components/class-names.ts'
import { formatCount } from '../../format/number.ts'
import { showHidden } from '../../format/show-hidden.ts'
import type { IssuesSearch } from './issue-filter.ts'

export interface IssueCountProps {
  count: number
  /** There are more. */
  isPartial?: boolean
  /** What is counted, where no column says so. */
  name?: string
  search: IssuesSearch
  /** Where the number leads. */
  title: string
  /** Shown with a number that leads nowhere. */
  note?: string | undefined
  className?: string
}

/** A number in a row that is a link itself; it leads to the issues it counts. Zero leads nowhere. */
export function IssueCount(props: IssueCountProps) {
  const { count, isPartial = false, name, search, title, note, className = 'text-ink' } = props
  const number = `${formatCount(count)}${isPartial ? '+' : ''}`
  const text = name === undefined ? number : `${number} ${name}`
  if (count === 0) {
    return (
      <span title={note} className="relative whitespace-nowrap text-ink-3">
        {text}
      </span>
    )
  }
  return (
    <Link
      to="/issues"
      search={search}
      title={showHidden(title)}
      className={classNames('relative z-1 whitespace-nowrap underline-offset-2 hover:underline', className)}
    >
      {text}
    </Link>
  )
}
