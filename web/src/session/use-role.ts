import { useQuery } from '@tanstack/react-query'
import { type Permission, roleMay } from '#domain/access/permissions.ts'
import { sessionQuery } from '../api/account/session.ts'
import type { Role } from '../api/wire.ts'

/**
 * What the reader may do, so that a page shows no control whose request would be refused. The server judges
 * each request by itself, by the same table.
 */
export function useRole(): { role: Role | undefined; may: (permission: Permission) => boolean } {
  const role = useQuery(sessionQuery).data?.role
  return { role, may: (permission) => role !== undefined && roleMay(role, permission) }
}
