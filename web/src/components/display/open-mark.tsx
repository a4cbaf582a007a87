import { classNames } from '../class-names.ts'
import { ScreenIcon } from '../screen-icon.tsx'

/** The arrow of a button that opens something below itself; it points down while that is open. */
export function OpenMark({ open, className }: { open: boolean; className?: string }) {
  return (
    <ScreenIcon
      name="chevron-right"
      className={classNames('size-3 transition-transform', open && 'rotate-90', className)}
    />
  )
}
