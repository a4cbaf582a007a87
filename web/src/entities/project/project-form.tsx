import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { NewProject } from '../../api/project/project-settings.ts'
import type { CreatedProject } from '../../api/wire.ts'
import { Button } from '../../components/form/button.tsx'
import { Field, FormError } from '../../components/form/field.tsx'
import { PlatformChoice } from './platform-choice.tsx'

/** Name and platform of a new project. */
export function ProjectForm({ create }: { create: UseMutationResult<CreatedProject, Error, NewProject> }) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate({ name: String(form.get('name')).trim(), platform: String(form.get('platform')) })
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {create.error && <FormError>{create.error.message}</FormError>}
      <Field
        label="Name"
        name="name"
        placeholder="web-frontend"
        required
        maxLength={100}
        autoFocus
        autoComplete="off"
      />
      <PlatformChoice initial="javascript" />
      <Button type="submit" kind="primary" size="large" disabled={create.isPending}>
        {create.isPending ? 'Creating…' : 'Create project'}
      </Button>
    </form>
  )
}
