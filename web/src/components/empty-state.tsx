import type { ReactNode } from 'react'
import { ScreenIcon, type ScreenIconName } from './screen-icon.tsx'

/** Why nothing is here, and one thing to do about it. */
export function EmptyState(props: {
  icon?: ScreenIconName
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `h1` if the page has nothing else. */
  heading?: 'h1' | 'h2'
}) {
  const { icon = 'inbox', title, children, action, heading: Heading = 'h2' } = props
  return (
    <div className="appear mx-auto flex max-w-md flex-col items-center px-4 py-16 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-sunken text-ink-3">
        <ScreenIcon name={icon} className="size-5" />
      </span>
      <Heading className="text-[0.9375rem] font-semibold">{title}</Heading>
      {children !== undefined && <div className="mt-1.5 text-ink-2">{children}</div>}
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
