/** Columns leave before anything scrolls: release first, then seen, users and the trend. */
export const COLUMNS = {
  trend: 'hidden md:table-cell w-[152px]',
  events: 'w-[76px] md:w-[84px]',
  users: 'hidden md:table-cell w-[74px]',
  seen: 'hidden lg:table-cell w-[120px]',
  release: 'hidden xl:table-cell w-[130px]',
}
