/** Columns leave before anything scrolls: release first, then seen, users and the trend. `ROW` has their widths. */
export const COLUMNS = {
  trend: 'hidden md:block',
  events: '',
  users: 'hidden md:block',
  seen: 'hidden lg:block',
  release: 'hidden xl:block',
}

export const ROW =
  'grid grid-cols-[34px_minmax(0,1fr)_64px] md:grid-cols-[34px_minmax(0,1fr)_152px_84px_74px] lg:grid-cols-[34px_minmax(0,1fr)_152px_84px_74px_120px] xl:grid-cols-[34px_minmax(0,1fr)_152px_84px_74px_120px_130px]'

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
