interface SearchFieldProps {
  /** As in “Find a member”. */
  label: string
  text: string
  maxLength: number
  onText: (text: string) => void
}

/** Finds rows of a list by a part of their names, as one types. */
export function SearchField({ label, text, maxLength, onText }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onText(target.value)}
      className="block w-64 rounded-control border border-control bg-surface px-2.5 py-1 text-ink max-md:text-lead max-sm:w-full"
    />
  )
}
