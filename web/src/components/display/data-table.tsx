import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { scrollFocus } from '../overlay/scroll-focus.ts'

/** A plain table of the house: quiet head, hairlines between rows. Scrolls sideways where it must. */
export function DataTable({
  label,
  head,
  children,
}: {
  label: string
  head: ReactNode
  children: ReactNode
}) {
  return (
    // Positioned, or a hidden label in the last column would widen the page itself.
    <div ref={scrollFocus} className="relative overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse">
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface CellProps {
  children?: ReactNode
  className?: string | undefined
  numeric?: boolean
}

interface HeadCellProps extends CellProps {
  /** A column without a name on screen has one for screen readers. */
  children: ReactNode
  /** For tables that are laid out as something else. */
  role?: 'columnheader'
  /** Which way the table is sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined
}

export function HeadCell({ children, className, numeric = false, role, sorted }: HeadCellProps) {
  return (
    <th
      scope="col"
      role={role}
      aria-sort={sorted}
      className={classNames(
        'px-2.5 py-2 text-tiny font-medium whitespace-nowrap text-ink-3',
        numeric ? 'num' : 'text-left',
        className,
      )}
    >
      {children}
    </th>
  )
}

export function Cell({ children, className, numeric = false }: CellProps) {
  return (
    <td className={classNames('border-t border-line px-2.5 py-2 align-middle', numeric && 'num', className)}>
      {children}
    </td>
  )
}
