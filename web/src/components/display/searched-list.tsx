import { type ReactNode, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { plural } from '../../format/number.ts'
import { hasWords } from '../../format/words.ts'
import { EmptyState } from '../empty-state.tsx'
import { Button } from '../form/button.tsx'
import { SearchField } from '../form/search-field.tsx'

/** A shorter list is read at a glance. */
const FEW = 12
/** A longer list is shown whole only if asked for. */
const SHOWN = 50

interface SearchedListProps<Row> {
  rows: Row[]
  /** One of them, as `member`. */
  what: string
  /** What a row is found by. */
  written: (row: Row) => string
  children: (shown: Row[]) => ReactNode
}

/** A list that is there as a whole; of many rows, those that have what the reader types. */
export function SearchedList<Row>({ rows, what, written, children }: SearchedListProps<Row>) {
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const found = rows.filter((row) => hasWords(written(row), text))
  const shown = all ? found : found.slice(0, SHOWN)
  return (
    <>
      {rows.length > FEW && (
        <div className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <SearchField label={`Find a ${what}`} text={text} maxLength={LIMITS.nameChars} onText={setText} />
          <span role="status" className="text-ink-2">
            {plural(found.length, what)}
          </span>
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState
          title={`No matching ${what}`}
          action={<Button onClick={() => setText('')}>Show all {what}s</Button>}
        >
          None has “{text.trim()}” in it.
        </EmptyState>
      ) : (
        children(shown)
      )}
      {shown.length < found.length && (
        <div className="flex justify-center border-t border-line py-4">
          <Button onClick={() => setAll(true)}>Show all {plural(found.length, what)}</Button>
        </div>
      )}
    </>
  )
}
