/** A small search over a list on the page. */
export function FilterField(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <input
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      value={props.value}
      onChange={(change) => props.onChange(change.target.value)}
      className="min-h-[1.875rem] w-full max-w-64 rounded-control border border-control bg-surface px-2.5 text-base text-ink"
    />
  )
}
