import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../components/icon.tsx'

/** A remark below the head of an issue. */
export function Note({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="mb-3 flex items-baseline gap-2 rounded-control bg-sunken px-3 py-2 text-ink-2">
      <Icon name={icon} className="translate-y-[2px]" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
