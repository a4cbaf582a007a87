import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { NewProject } from '../../api/project/project-settings.ts'
import type { CreatedProject } from '../../api/wire.ts'
import { Button } from '../../components/form/button.tsx'
import { Field, FormError } from '../../components/form/field.tsx'
import { textIn } from '../../components/form/number-field.tsx'
import { PlatformChoice } from './platform-choice.tsx'

/** A new project's name and platform, as its fields say. */
export function readProject(form: FormData): NewProject {
  return { name: textIn(form, 'name'), platform: textIn(form, 'platform') }
}

/** Name and platform of a new project. */
export function ProjectFields() {
  return (
    <>
      <Field
        label="Name"
        name="name"
        placeholder="web-frontend"
        required
        maxLength={LIMITS.nameChars}
        autoFocus
        autoComplete="off"
      />
      <PlatformChoice initial="javascript" />
    </>
  )
}

/** The fields of a new project on a page of their own. */
export function ProjectForm({ create }: { create: UseMutationResult<CreatedProject, Error, NewProject> }) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(readProject(new FormData(event.currentTarget)))
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {create.error && <FormError>{create.error.message}</FormError>}
      <ProjectFields />
      <Button type="submit" kind="primary" size="large" disabled={create.isPending}>
        {create.isPending ? 'Creating…' : 'Create project'}
      </Button>
    </form>
  )
}
