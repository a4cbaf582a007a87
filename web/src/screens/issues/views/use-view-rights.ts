import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/account/session.ts'
import type { SavedView } from '../../../api/wire.ts'
import { useRole } from '../../../session/use-role.ts'

/** What the reader may do to a view. */
export function useViewRights(): (view: SavedView) => { isOwn: boolean; mayChange: boolean } {
  const readerId = useQuery(sessionQuery).data?.user.id
  const { may } = useRole()
  return ({ created_by: creator }) => {
    const isOwn = creator.id === readerId
    return { isOwn, mayChange: isOwn || may('views:moderate') }
  }
}
