import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createProject, type NewProject, newKeyQuery } from '../../api/project/project-settings.ts'
import { ProjectForm } from '../../entities/project/project-form.tsx'
import { CentrePage } from '../../layout/centre-page.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { OwnerForm } from './owner-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** First run: the organization and its Owner, then the first project; its DSN follows on the project's page. */
export function SetupScreen() {
  usePageTitle('Set up')
  const token = useLinkToken('/setup')
  const [owner, setOwner] = useState(false)
  if (owner) return <FirstProject />
  return (
    <CentrePage title="Set up Errata" step="Step 1 of 3" wide>
      <OwnerForm key={token} token={token} onDone={() => setOwner(true)} />
    </CentrePage>
  )
}

function FirstProject() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (project: NewProject) => createProject(project),
    onSuccess: (project) => {
      queryClient.setQueryData(newKeyQuery(project.id).queryKey, project.keys[0])
      void navigate({ to: '/projects/$projectId/setup', params: { projectId: project.id } })
    },
  })
  return (
    <CentrePage title="Your first project" step="Step 2 of 3" wide>
      <p className="mb-4 text-ink-2">One project per application. It gets its own DSN, limits and issues.</p>
      <ProjectForm create={create} />
    </CentrePage>
  )
}
