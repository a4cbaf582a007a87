import type { ReactNode } from 'react'
import type { Level } from '../../api/wire.ts'

const SHAPES: Record<Level, ReactNode> = {
  fatal: <path d="M8 1.5 14.5 8 8 14.5 1.5 8Z" fill="currentColor" stroke="none" />,
  error: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 4.6v4.2M8 11v.6" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2 14.4 13.4H1.6Z" strokeLinejoin="round" />
      <path d="M8 6.4v3.4M8 11.4v.5" />
    </>
  ),
  info: (
    <>
      <rect x="2" y="2" width="12" height="12" rx="3" />
      <path d="M8 7.2v4M8 4.5v.6" />
    </>
  ),
  debug: <circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />,
}

const COLOURS: Record<Level, string> = {
  fatal: 'text-fatal',
  error: 'text-error',
  warning: 'text-warning',
  info: 'text-info',
  debug: 'text-debug',
}

/** Severity by shape, colour and name, never by colour alone. */
export function LevelIcon({ level }: { level: Level }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      role="img"
      aria-label={level}
      className={`size-[0.9375rem] flex-none ${COLOURS[level] ?? 'text-debug'}`}
    >
      <title>{level}</title>
      {SHAPES[level] ?? SHAPES.debug}
    </svg>
  )
}
