import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { DsnKey, NewDsnKey } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field, FormError } from '../../../components/form/field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { DsnPanel } from '../../../entities/project/dsn-panel.tsx'
import { KeyLimitFields } from './key-limit-fields.tsx'
import { limitsIn, PAGE_LIMITS } from './key-limits.ts'

interface CreateKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  create: UseMutationResult<DsnKey, Error, NewDsnKey>
}

const PLACES = [
  { value: 'server', label: 'On a server', hint: 'No limits: a backend sends everything from one address.' },
  {
    value: 'page',
    label: 'In a web page or an app',
    hint: 'Anyone can read the key there. Limits keep one visitor from using up the project.',
  },
]

/** Makes a key, then shows it with its secret: the only time anybody sees that. */
export function CreateKeyDialog({ open, onOpenChange, create }: CreateKeyDialogProps) {
  if (create.data) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={`Key “${create.data.label}” created`}
        description="Copy the secret now if you need it: it is not shown again."
      >
        <DsnPanel dsnKey={create.data} />
        <div className="mt-4 flex justify-end">
          <Button kind="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New DSN key">
      <KeyForm create={create} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

function KeyForm({ create, onCancel }: { create: CreateKeyDialogProps['create']; onCancel: () => void }) {
  const [place, setPlace] = useState('server')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const label = String(form.get('label')).trim()
    create.mutate(place === 'page' ? { label, ...limitsIn(form) } : { label })
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {create.error && <FormError>{create.error.message}</FormError>}
      <Field
        label="Label"
        name="label"
        placeholder="production"
        required
        maxLength={100}
        autoComplete="off"
      />
      <ChoiceList
        legend="Where is it used?"
        name="place"
        type="radio"
        choices={PLACES}
        initial={[place]}
        onChange={([chosen]) => setPlace(chosen ?? 'server')}
      />
      {place === 'page' && <KeyLimitFields initial={PAGE_LIMITS} error={create.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={create.isPending}>
          Create key
        </Button>
      </div>
    </form>
  )
}
