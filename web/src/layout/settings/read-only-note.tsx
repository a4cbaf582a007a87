import type { ReactNode } from 'react'

/** Says who could change what the reader can only see. */
export function ReadOnlyNote({ children }: { children: ReactNode }) {
  return <p className="mt-5 text-ink-2">{children}</p>
}
