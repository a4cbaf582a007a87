import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { type Acceptance, acceptInvitation, invitationQuery } from '../../api/account/links.ts'
import { setupQuery } from '../../api/account/session.ts'
import type { Invitation, SetupState } from '../../api/wire.ts'
import { Button } from '../../components/form/button.tsx'
import { Field, FormError } from '../../components/form/field.tsx'
import { fieldErrors, formError } from '../../components/form/field-errors.ts'
import { NewPasswordField } from '../../components/form/password-field.tsx'
import { CentrePage } from '../../layout/centre-page.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { FormWaiting } from './form-waiting.tsx'
import { LinkProblem } from './link-problem.tsx'
import { SingleSignOnLink } from './single-sign-on.tsx'
import { useEnter } from './use-enter.ts'
import { useLinkToken } from './use-link-token.ts'

/** Opened by an invitation link: the reader chooses a password and becomes a member. */
export function InviteScreen() {
  usePageTitle('Join')
  const token = useLinkToken('/invite')
  const { data: invitation, error, refetch } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  const setup = useQuery(setupQuery)
  if (token === '' || error) {
    return (
      <LinkProblem title="Join" error={error} onRetry={() => void refetch()}>
        This link is incomplete. Open it from the invitation message, or ask the person who invited you for a
        new one.
      </LinkProblem>
    )
  }
  if (!invitation || setup.isPending) return <FormWaiting title="Join" what="the invitation" />
  return <JoinForm token={token} invitation={invitation} provider={setup.data?.single_sign_on} />
}

interface JoinFormProps {
  token: string
  invitation: Invitation
  /** Of single sign-on. */
  provider: SetupState['single_sign_on']
}

function JoinForm({ token, invitation, provider }: JoinFormProps) {
  const join = useJoin()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name') ?? '').trim()
    join.mutate({ token, password: String(form.get('password')), ...(name !== '' && { name }) })
  }
  const errorOf = fieldErrors(join.error)
  const message = formError(join.error)
  return (
    <CentrePage title={`Join ${invitation.organization}`}>
      <form onSubmit={onSubmit} className="grid gap-4">
        {message !== undefined && <FormError>{message}</FormError>}
        <p className="text-ink-2">
          You are invited as {invitation.role === 'member' ? 'a member' : `an ${invitation.role}`}. Choose a
          password to join{provider ? `, or sign in with ${provider.name}` : ''}.
        </p>
        <Field label="Email" type="email" autoComplete="username" value={invitation.email} readOnly />
        <Field
          label="Name"
          name="name"
          defaultValue={invitation.name}
          maxLength={LIMITS.nameChars}
          autoComplete="name"
          hint="Optional. Shown to other members next to your activity."
          error={errorOf('name')}
        />
        <NewPasswordField label="Password" name="password" error={errorOf('password')} />
        <Button type="submit" kind="primary" size="large" disabled={join.isPending}>
          {join.isPending ? 'Joining…' : 'Join'}
        </Button>
        {provider && <SingleSignOnLink provider={provider} back={undefined} />}
        <p className="text-center text-small text-ink-3">
          Already joined?{' '}
          <Link to="/login" className="text-ink underline underline-offset-2">
            Sign in
          </Link>
        </p>
      </form>
    </CentrePage>
  )
}

function useJoin() {
  const enter = useEnter()
  return useMutation({
    // This ends the session of anyone signed in before in this browser.
    mutationFn: (acceptance: Acceptance) => acceptInvitation(acceptance),
    onSuccess: () => enter(),
  })
}
