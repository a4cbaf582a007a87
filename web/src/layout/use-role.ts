import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/session.ts'
import type { Role } from '../api/wire.ts'

/**
 * What the reader may do, so that a page shows no control whose request would be refused. The server judges
 * each request by itself.
 */
export function useRole(): { role: Role | undefined; administers: boolean; owns: boolean } {
  const role = useQuery(sessionQuery).data?.role
  return { role, administers: role === 'owner' || role === 'admin', owns: role === 'owner' }
}
