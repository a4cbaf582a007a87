import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/account/session.ts'
import { Section } from '../../components/card.tsx'
import { KeyValues } from '../../components/display/key-values.tsx'
import { ROLES, roleLabel } from '../../entities/member/roles.ts'
import { usePageTitle } from '../../layout/page-title.ts'
import { NameForm } from './name-form.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor/two-factor-section.tsx'

/** Of the build that this page is from; the server replaces the page with its own. */
declare const ERRATA_VERSION: string

/** The reader's own account. */
export function AccountScreen() {
  usePageTitle('Account')
  const { data: session } = useQuery(sessionQuery)
  if (!session) return null
  const { user, org, role } = session
  return (
    <div className="mx-auto max-w-page">
      <h1 className="pt-4 text-title font-semibold tracking-tight">Account</h1>
      <Section title="You">
        <KeyValues
          label="You"
          values={[
            ['Email', user.email],
            ['Organization', org.name],
            ['Role', roleLabel(role)],
          ]}
        />
        <p className="mt-2 text-small text-ink-3">{ROLES.find(({ value }) => value === role)?.hint}</p>
        <NameForm name={user.name} />
      </Section>
      <NotificationsSection />
      <PasswordForm email={user.email} />
      <TwoFactorSection />
      <SessionsSection />
      <p className="mt-6 text-small text-ink-3">Errata {ERRATA_VERSION}</p>
    </div>
  )
}
