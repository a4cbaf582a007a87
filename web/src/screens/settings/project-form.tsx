import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { NewProject } from '../../api/projects.ts'
import type { CreatedProject } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Field, FormError } from '../../components/field.tsx'
import { PLATFORMS } from './platforms.ts'

const CHOICE =
  'flex cursor-pointer items-center gap-2 rounded-control border border-line-2 px-2.5 py-1.5 has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

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
      <fieldset>
        <legend className="mb-1 font-medium">Platform</legend>
        <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
          {PLATFORMS.map(({ value, label }) => (
            <label key={value} className={CHOICE}>
              <input
                type="radio"
                name="platform"
                value={value}
                defaultChecked={value === 'javascript'}
                className="accent-ink outline-none"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" kind="primary" size="large" disabled={create.isPending}>
        {create.isPending ? 'Creating…' : 'Create project'}
      </Button>
    </form>
  )
}
