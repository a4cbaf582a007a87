import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readAllMatching } from '../../../api/all-matching.ts'
import type { IssueFilter } from '../../../api/issues.ts'
import { Button } from '../../../components/form/button.tsx'
import { formatCount } from '../../../format/number.ts'
import type { IssueList } from '../use-issue-list.ts'
import type { Selection } from './use-selection.ts'

interface SelectMatchingProps {
  selection: Selection
  list: IssueList
  filter: IssueFilter
}

/** More than these are counted only if the reader asks for them. */
const COUNTED_AHEAD = 10_000

/** Once all loaded issues are ticked: selects all that match, and says how many. */
export function SelectMatching({ selection, list, filter }: SelectMatchingProps) {
  const all = selection.selected.length === list.issues.length
  const offered = all && (list.query.hasNextPage || selection.matching !== undefined)
  const { read, stop, count, choose } = useReading({ selection, filter, ahead: offered && list.capped })
  if (!offered) return null
  const known = read.data?.length ?? Math.max(list.total, count)
  const capped = list.capped && !read.data
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
          <Button size="small" onClick={choose}>
            Select all {formatCount(known)}
            {capped ? '+' : ''} that match
          </Button>
        </>
      )}
    </p>
  )
}

interface Reading {
  selection: Selection
  filter: IssueFilter
  /** The list's total is capped: matches are counted before the reader asks for them. */
  ahead: boolean
}

function useReading({ selection, filter, ahead }: Reading) {
  const [count, setCount] = useState(0)
  const abort = useRef<AbortController>(undefined)
  const [stopped, setStopped] = useState(false)
  useEffect(() => () => abort.current?.abort(), [])
  const read = useMutation({
    mutationFn: (most: number) => {
      const controller = new AbortController()
      abort.current = controller
      const onRead = (next: number) => {
        setCount(next)
        if (next >= most) stop()
      }
      setCount(0)
      return readAllMatching(filter, { signal: controller.signal, onRead })
    },
  })
  const stop = () => {
    setStopped(true)
    abort.current?.abort()
    read.reset()
  }
  const { isIdle, mutate } = read
  useEffect(() => {
    if (ahead && isIdle && !stopped) mutate(COUNTED_AHEAD)
  }, [ahead, isIdle, stopped, mutate])
  const choose = () => {
    if (read.data) selection.setMatching(read.data)
    else mutate(Number.POSITIVE_INFINITY, { onSuccess: selection.setMatching })
  }
  return { read, stop, count, choose }
}
