import type { ReactNode } from 'react'

/** Four numbers that matter most, and what goes with them over time. */
export function FactsStrip({ children, wide }: { children: ReactNode; wide: ReactNode }) {
  return (
    <section
      aria-label="Summary"
      className="grid grid-cols-2 rounded-card border border-line bg-surface md:grid-cols-4 lg:grid-cols-[repeat(4,auto)_minmax(0,1fr)]"
    >
      {children}
      <div className="col-span-full min-w-0 px-[1.125rem] pt-2 pb-1.5 lg:col-span-1">{wide}</div>
    </section>
  )
}

export function Fact({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-center border-b border-line px-[1.125rem] py-3 odd:border-r md:border-r max-lg:nth-4:border-r-0 lg:border-b-0">
      <b className="block text-hero leading-tight font-semibold tracking-tight tabular-nums">{children}</b>
      <small className="block max-w-52 truncate text-tiny text-ink-3">{note}</small>
    </div>
  )
}

/** Names and values in two columns; each pair is a `Detail`. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-code">{children}</dl>
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="self-baseline text-ink-3">{name}</dt>
      <dd className="min-w-0 self-baseline">{children}</dd>
    </>
  )
}
