/** A key to press; not shown where there is hardly room. Not read out: the control it sits on carries the name. */
export function Kbd({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-tag border max-md:hidden border-b-2 border-line-2 bg-surface px-[5px] font-mono text-[11px] leading-4 text-ink-2"
    >
      {children}
    </span>
  )
}
