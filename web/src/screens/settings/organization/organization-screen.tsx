import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import { Field } from '../../../components/form/field.tsx'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { textIn } from '../../../components/form/number-field.tsx'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { SettingsPage } from '../../../layout/settings/settings-page.tsx'
import { RequiredTwoFactor } from './required-two-factor.tsx'
import { useChangeOrganization } from './use-change-organization.ts'

/** What owners decide for everyone. */
export function OrganizationScreen() {
  const org = useQuery(sessionQuery).data?.org
  const rename = useChangeOrganization(() => 'Saved')
  if (!org) return null
  return (
    <SettingsPage title="Organization">
      <SaveForm run={rename} read={nameIn}>
        <Field
          label="Name"
          name="name"
          defaultValue={org.name}
          required
          maxLength={LIMITS.nameChars}
          autoComplete="organization"
          hint="Shown in invitations and emails."
          error={fieldErrors(rename.error)('name')}
        />
      </SaveForm>
      <RequiredTwoFactor isRequired={org.requires_two_factor} />
    </SettingsPage>
  )
}

function nameIn(form: FormData) {
  return { name: textIn(form, 'name') }
}
