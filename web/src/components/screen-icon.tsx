import type { ReactNode } from 'react'
import { Glyph, Icon, type IconName } from './icon.tsx'

/** Icons that only screens loaded later show. */
const SHAPES = {
  'chevron-left': <path d="m10 3.5-4.5 4.5 4.5 4.5" />,
  'chevron-right': <path d="m6 3.5 4.5 4.5-4.5 4.5" />,
  'to-first': <path d="M12 3.5 7.5 8l4.5 4.5M4 3.5v9" />,
  'to-last': <path d="M4 3.5 8.5 8 4 12.5M12 3.5v9" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 3.5v-.2a1 1 0 0 0-1-1H3.3a1 1 0 0 0-1 1v6.2a1 1 0 0 0 1 1h.2" />
    </>
  ),
  download: <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.8 13.3h10.4" />,
  outside: <path d="M9 3h4v4M13 3 7.5 8.5M6.5 4H3v9h9V9.5" />,
  merge: <path d="M4 2.5v3a3 3 0 0 0 3 3h5M9.5 5.5 12.5 8.5l-3 3M4 13.5v-4" />,
  person: (
    <>
      <circle cx="8" cy="5.4" r="2.7" />
      <path d="M2.9 13.6a5.2 5.2 0 0 1 10.2 0" />
    </>
  ),
  compare: <path d="M2.5 3h4v10h-4ZM9.5 3h4v10h-4ZM2.5 7h4M9.5 7h4" />,
  comment: <path d="M2.5 3.5h11v7.5H7.8L5 13.5V11H2.5Z" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
  plus: <path d="M8 3v10M3 8h10" />,
  table: <path d="M2.5 3h11v10h-11ZM2.5 6.4h11M2.5 9.7h11M7 6.4V13" />,
  trend: <path d="M2 11.5 6 7.5l2.5 2.5L14 4.5M10 4.5h4v4" />,
  inbox: <path d="M2 9.5h3.5l1 2h3l1-2H14M2 9.5 4 3.5h8l2 6v3.5H2Z" />,
} satisfies Record<string, ReactNode>

export type ScreenIconName = IconName | keyof typeof SHAPES

const isFurther = (name: ScreenIconName): name is keyof typeof SHAPES => name in SHAPES

/** Any icon, beside a text: hidden from assistive technology. */
export function ScreenIcon({ name, className }: { name: ScreenIconName; className?: string }) {
  if (!isFurther(name)) return <Icon name={name} {...(className !== undefined && { className })} />
  return <Glyph className={className}>{SHAPES[name]}</Glyph>
}
