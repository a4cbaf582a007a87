import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { Field } from '../../../components/form/field.tsx'
import { fieldErrors, formError } from '../../../components/form/field-errors.ts'
import { textIn } from '../../../components/form/number-field.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { SettingsPage } from '../../../layout/settings/settings-page.tsx'
import { RequiredTwoFactor } from './required-two-factor.tsx'
import { useChangeOrganization } from './use-change-organization.ts'

/** What owners decide for everyone. */
export function OrganizationScreen() {
  const org = useQuery(sessionQuery).data?.org
  const [isRenaming, setRenaming] = useState(false)
  if (!org) return null
  return (
    <SettingsPage title="Organization">
      <Section title="Name" note="shown in invitations and emails">
        <p className="wrap-anywhere">{org.name}</p>
        <div className="mt-3">
          <Button onClick={() => setRenaming(true)}>Rename…</Button>
        </div>
      </Section>
      <RequiredTwoFactor isRequired={org.requires_two_factor} />
      <RenameDialog name={org.name} open={isRenaming} onClose={() => setRenaming(false)} />
    </SettingsPage>
  )
}

function RenameDialog({ name, open, onClose }: { name: string; open: boolean; onClose: () => void }) {
  const rename = useChangeOrganization(() => 'Organization renamed')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Rename the organization"
      run={rename}
      error={formError(rename.error)}
      onSubmit={(form) => rename.mutate({ name: textIn(form, 'name') }, { onSuccess: onClose })}
      action="Rename"
    >
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        required
        maxLength={LIMITS.nameChars}
        autoComplete="organization"
        error={fieldErrors(rename.error)('name')}
      />
    </FormDialog>
  )
}
