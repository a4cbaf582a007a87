import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { IssueFilter } from '../../../api/issues.ts'
import { readMatching } from '../../../api/matching.ts'
import { Button } from '../../../components/form/button.tsx'
import { formatCount } from '../../../format/number.ts'
import type { IssueList } from '../use-issue-list.ts'
import type { Selection } from './use-selection.ts'

interface SelectMatchingProps {
  selection: Selection
  list: IssueList
  filter: IssueFilter
}

/** Where all loaded issues are ticked and there are more: a way to select them as well, and how many it is. */
export function SelectMatching({ selection, list, filter }: SelectMatchingProps) {
  const { read, stop, count } = useReading(selection, filter)
  const all = selection.selected.length === list.issues.length
  if (!all || (!list.query.hasNextPage && !selection.matching)) return null
  return (
    <p
      role="status"
      className="mb-1.5 flex flex-wrap items-center gap-x-2 border-b border-line px-1.5 pb-1.5"
    >
      {selection.matching ? (
        <span className="text-ink-2">
          Includes everything that matches right now; new issues are not affected.
        </span>
      ) : read.isPending ? (
        <>
          <span className="text-ink-2">Loading everything that matches: {formatCount(count)} so far…</span>
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        </>
      ) : (
        <>
          <span className="text-ink-2">
            {read.error
              ? `Couldn't load them: ${read.error.message}`
              : `All ${formatCount(list.issues.length)} issues on this page are selected.`}
          </span>
          <Button size="small" onClick={() => read.mutate()}>
            Select all {formatCount(list.total)}
            {list.capped ? '+' : ''} that match
          </Button>
        </>
      )}
    </p>
  )
}

function useReading(selection: Selection, filter: IssueFilter) {
  const [count, setCount] = useState(0)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const read = useMutation({
    mutationFn: () => {
      const controller = new AbortController()
      abort.current = controller
      setCount(0)
      return readMatching(filter, { signal: controller.signal, onRead: setCount })
    },
    onSuccess: (issues) => selection.setMatching(issues),
  })
  const stop = () => {
    abort.current?.abort()
    read.reset()
  }
  return { read, stop, count }
}
