import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Icons of the first load; the others are in `screen-icon.tsx`. */
const SHAPES = {
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  'chevron-down': <path d="m4 6 4 4 4-4" />,
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
  bell: (
    <path d="M4.2 7a3.8 3.8 0 0 1 7.6 0c0 3.2 1.4 4 1.4 4.7H2.8c0-.7 1.4-1.5 1.4-4.7ZM6.6 13.9a1.6 1.6 0 0 0 2.8 0" />
  ),
  keyboard: (
    <>
      <rect x="1.5" y="4" width="13" height="8.5" rx="1.5" />
      <path d="M4.5 7h.01M7 7h.01M9.5 7h.01M12 7h.01M5 9.8h6" />
    </>
  ),
  refresh: <path d="M13.2 6.5A5.5 5.5 0 1 0 13.5 8.5M13.5 2.5v4h-4" />,
  alert: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 4.6v4.2M8 11v.6" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof SHAPES

interface GlyphProps {
  className?: string | undefined
  children: ReactNode
}

/** Draws on a 16 px grid with a 1.6 px pen, so that all icons share one weight. */
export function Glyph({ className, children }: GlyphProps) {
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
      {children}
    </svg>
  )
}

/** Decoration beside a text: hidden from assistive technology. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <Glyph className={className}>{SHAPES[name]}</Glyph>
}
