import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { issueKeys } from '../../../api/issue-keys.ts'
import { deleteProject, projectQuery } from '../../../api/project/project-settings.ts'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { Project } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { ConfirmByTyping } from '../../../components/overlay/confirm-by-typing.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

export function DangerTab({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteProject(project)
  return (
    <section
      aria-labelledby="delete-title"
      className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-accent px-4 py-3.5"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="delete-title" className="font-semibold">
          Delete this project
        </h2>
        <p className="mt-0.5 text-ink-2">
          This permanently deletes its issues, events, feedback, release files and keys. Apps that use its DSN
          will stop reporting.
        </p>
      </div>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete project…
      </Button>
      <ConfirmByTyping
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete “${project.name}”`}
        description="This permanently deletes its issues, events, feedback, release files and keys. This can't be undone."
        phrase={project.name}
        action="Delete project"
        run={remove}
      />
    </section>
  )
}

function useDeleteProject(project: Project) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => deleteProject(project.id),
    onSuccess: async () => {
      showToast({ kind: 'done', text: `Project “${project.name}” deleted` })
      await navigate({ to: '/settings/projects', replace: true })
      queryClient.removeQueries({ queryKey: projectQuery(project.id).queryKey })
      for (const queryKey of [projectsQuery.queryKey, issueKeys.lists, issueKeys.counts]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  })
}
