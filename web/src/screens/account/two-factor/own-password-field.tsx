import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/account/session.ts'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { PasswordField } from '../../../components/form/password-field.tsx'

/** The reader's password, asked for again. */
export function OwnPasswordField({ error }: { error: Error | null }) {
  const email = useQuery(sessionQuery).data?.user.email
  return (
    <>
      {/* By which password managers find the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email ?? ''} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={fieldErrors(error)('password')}
      />
    </>
  )
}

export function passwordIn(form: FormData): string {
  return String(form.get('password'))
}
