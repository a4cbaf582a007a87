import type { ReactNode } from 'react'

/** Says who can change what is read-only here. */
export function ReadOnlyNote({ children }: { children: ReactNode }) {
  return <p className="mt-5 text-ink-2">{children}</p>
}
