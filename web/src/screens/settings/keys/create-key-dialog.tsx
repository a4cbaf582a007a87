import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { DsnKey, NewDsnKey } from '../../../api/wire.ts'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field } from '../../../components/form/field.tsx'
import { fieldErrors, formError } from '../../../components/form/field-errors.ts'
import { textIn } from '../../../components/form/number-field.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { CreatedDialog } from '../../../components/overlay/framed-dialog.tsx'
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
  const [place, setPlace] = useState('server')
  const onClose = () => {
    onOpenChange(false)
    setPlace('server')
  }
  const frame = { open, onClose }
  if (create.data) {
    return (
      <CreatedDialog
        {...frame}
        title={`Key “${create.data.label}” created`}
        description="Copy the secret now if you need it: it is not shown again."
      >
        <DsnPanel dsnKey={create.data} />
      </CreatedDialog>
    )
  }
  const onSubmit = (form: FormData) => {
    const label = textIn(form, 'label')
    create.mutate(place === 'page' ? { label, ...limitsIn(form) } : { label })
  }
  return (
    <FormDialog
      {...frame}
      title="New DSN key"
      run={create}
      error={formError(create.error)}
      onSubmit={onSubmit}
      action="Create key"
    >
      <Field
        label="Label"
        name="label"
        placeholder="production"
        error={fieldErrors(create.error)('label')}
        required
        maxLength={LIMITS.nameChars}
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
    </FormDialog>
  )
}
