import type { ReactNode } from 'react'

/** A titled box of the side column. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface px-3.5 py-3">
      <h2 className="mb-2 text-small font-semibold text-ink-2">{title}</h2>
      {children}
    </section>
  )
}

/** A titled part of a page, with a quiet remark beside the title and controls at its end. */
export function Section(props: { title: string; note?: ReactNode; end?: ReactNode; children: ReactNode }) {
  const { title, note, end, children } = props
  return (
    <section className="mt-5">
      <div className="mb-2 flex min-h-[1.875rem] flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="font-semibold">{title}</h2>
        {note !== undefined && <small className="text-small text-ink-3">{note}</small>}
        <span className="flex-1" />
        {end}
      </div>
      {children}
    </section>
  )
}
