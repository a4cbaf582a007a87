import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeOrganization } from '../../../api/account/organization.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import type { Organization, OrganizationPatch } from '../../../api/wire.ts'
import { showToast } from '../../../components/overlay/toast.ts'

/** @param done what to say of the organization as it is now */
export function useChangeOrganization(done: (org: Organization) => string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (patch: OrganizationPatch) => changeOrganization(patch),
    onSuccess: (org) => {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, org })
      showToast({ kind: 'done', text: done(org) })
    },
  })
}
