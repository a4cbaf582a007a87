import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Drawn on a 16 px grid with a 1.6 px pen, so that all of them share one weight. */
const SHAPES = {
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  'chevron-down': <path d="m4 6 4 4 4-4" />,
  'chevron-left': <path d="m10 3.5-4.5 4.5 4.5 4.5" />,
  'chevron-right': <path d="m6 3.5 4.5 4.5-4.5 4.5" />,
  'to-first': <path d="M12 3.5 7.5 8l4.5 4.5M4 3.5v9" />,
  'to-last': <path d="M4 3.5 8.5 8 4 12.5M12 3.5v9" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  check: <path d="m3 8.5 3.5 3.5L13 4.5" />,
  return: <path d="M6 4 2.5 7.5 6 11M3 7.5h6.5a4 4 0 0 1 4 4v.5" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.6V8l2.4 1.6" />
    </>
  ),
  mute: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m4 12 8-8" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 3.5v-.2a1 1 0 0 0-1-1H3.3a1 1 0 0 0-1 1v6.2a1 1 0 0 0 1 1h.2" />
    </>
  ),
  download: <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.8 13.3h10.4" />,
  plus: <path d="M8 3v10M3 8h10" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13" />
    </>
  ),
  moon: <path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7Z" />,
  keyboard: (
    <>
      <rect x="1.5" y="4" width="13" height="8.5" rx="1.5" />
      <path d="M4.5 7h.01M7 7h.01M9.5 7h.01M12 7h.01M5 9.8h6" />
    </>
  ),
  refresh: <path d="M13.2 6.5A5.5 5.5 0 1 0 13.5 8.5M13.5 2.5v4h-4" />,
  table: <path d="M2.5 3h11v10h-11ZM2.5 6.4h11M2.5 9.7h11M7 6.4V13" />,
  inbox: <path d="M2 9.5h3.5l1 2h3l1-2H14M2 9.5 4 3.5h8l2 6v3.5H2Z" />,
  alert: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 4.6v4.2M8 11v.6" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof SHAPES

/** Decoration beside a text: hidden from assistive technology. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('size-3.5 flex-none', className)}
    >
      {SHAPES[name]}
    </svg>
  )
}
