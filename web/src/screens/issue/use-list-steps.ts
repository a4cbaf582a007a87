import { useNavigate } from '@tanstack/react-router'
import { lastList, rememberList } from '../../entities/issue/list-memory.ts'

/** Steps through the issues of the list the reader came from, and back to that list. */
export function useListSteps(issueId: string) {
  const navigate = useNavigate()
  const { ids, search } = lastList()
  const index = ids.indexOf(issueId)
  const step = (by: number) => {
    const next = ids[index + by]
    if (index < 0 || next === undefined) return
    rememberList({ cursorId: next })
    void navigate({ to: '/issues/$issueId', params: { issueId: next }, replace: true })
  }
  const backToList = () => {
    rememberList({ cursorId: issueId, returning: true })
    void navigate({ to: '/issues', search, resetScroll: false })
  }
  const hasNeighbour = (by: number) => index >= 0 && ids[index + by] !== undefined
  /** `place` is the position from 1; 0 if the issue is not in that list. */
  return { place: index + 1, step, hasNeighbour, backToList }
}
