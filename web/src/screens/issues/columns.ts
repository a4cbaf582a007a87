/** Columns leave before anything scrolls: release first, then seen, users and the trend. `ROW` has their widths. */
export const COLUMNS = {
  trend: 'hidden md:block',
  events: '',
  users: 'hidden md:block',
  seen: 'hidden lg:block',
  release: 'hidden xl:block',
}

export const ROW =
  'grid grid-cols-[2.125rem_minmax(0,1fr)_4rem] sm:grid-cols-[2.125rem_minmax(0,1fr)_5rem] md:grid-cols-[2.125rem_minmax(0,1fr)_9.5rem_5.5rem_4.625rem] lg:grid-cols-[2.125rem_minmax(0,1fr)_9.5rem_5.5rem_4.625rem_7.5rem] xl:grid-cols-[2.125rem_minmax(0,1fr)_9.5rem_5.5rem_4.625rem_7.5rem_8.125rem]'

/**
 * Rows are grids, so that the browser can leave out those outside of the window; a cell of a table has to be laid out
 * with all others. A browser that forgets what a table is where it looks like something else is told here.
 */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  head: { role: 'columnheader' },
} as const
