import type { ReactNode } from 'react'
import { usePageTitle } from '../page-title.ts'

interface SettingsPageProps {
  title: string
  /** The page's subject, in a line. */
  note?: ReactNode
  /** Actions, at the end of the heading's line. */
  end?: ReactNode
  children: ReactNode
}

/** A page of the organization's settings, below their tabs. */
export function SettingsPage({ title, note, end, children }: SettingsPageProps) {
  usePageTitle(`${title} · Settings`)
  return (
    <>
      <div className="flex min-h-[3.875rem] flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <div className="min-w-0 flex-1 basis-40">
          <h1 className="text-title font-semibold tracking-tight">{title}</h1>
          {note !== undefined && <p className="mt-0.5 text-ink-2">{note}</p>}
        </div>
        {end}
      </div>
      {children}
    </>
  )
}
