import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { returnPath } from '#contract/return-path.ts'
import { setupQuery } from '../../api/account/session.ts'
import { type Credentials, login } from '../../api/account/sign-in.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../components/form/button.tsx'
import { Field, FormError } from '../../components/form/field.tsx'
import { attemptError } from '../../components/form/field-errors.ts'
import { PasswordField } from '../../components/form/password-field.tsx'
import { CentrePage } from '../../layout/centre-page.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { sessionEnd } from '../../session/session-end.ts'
import { CodeStep } from './code-step.tsx'
import { FormWaiting } from './form-waiting.tsx'
import { ProviderCodeStep } from './provider-code-step.tsx'
import { SingleSignOnLink, SingleSignOnProblem } from './single-sign-on.tsx'
import { useEnter } from './use-enter.ts'

const route = getRouteApi('/login')
/** A password can be typed even if the server doesn't say whether there is another way to sign in. */
const PATIENCE_MS = 3000

/** The password, and a code after it for those with two-factor sign-in. */
export function LoginScreen() {
  usePageTitle('Sign in')
  const { return: asked, step, problem } = route.useSearch()
  const back = returnPath(asked, window.location.origin)
  const setup = useQuery(setupQuery)
  // Kept while the code is asked for: it goes with the code in one request.
  const [accepted, setAccepted] = useState<Credentials>()
  const signIn = useSignIn(back, setAccepted)
  const isLate = useIsPast(PATIENCE_MS)
  if (useToSetup(setup.data?.needed === true)) return null
  if (step) return <ProviderCodeStep />
  const { error, isPending } = signIn
  if (accepted) {
    const onBack = () => {
      setAccepted(undefined)
      signIn.reset()
    }
    const shown = codeOf(error) === CODE_NEEDED ? null : error
    const onCode = (code: string) => signIn.mutate({ ...accepted, code })
    return <CodeStep error={shown} isPending={isPending} onCode={onCode} onBack={onBack} />
  }
  if (setup.isPending && !isLate) return <FormWaiting title="Sign in" what="the form" />
  const provider = setup.data?.single_sign_on
  return <PasswordStep back={back} signIn={signIn} provider={provider} problem={problem} />
}

/** Nobody can sign in before the setup. The form waits for this answer a while only, so its route does not wait at all. */
function useToSetup(needed: boolean): boolean {
  const navigate = useNavigate()
  useEffect(() => {
    if (needed) void navigate({ to: '/setup', replace: true })
  }, [needed, navigate])
  return needed
}

function useIsPast(ms: number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isPast
}

const CODE_NEEDED = 'second_factor_required'

function codeOf(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.code : undefined
}

interface PasswordStepProps {
  back: string | undefined
  signIn: ReturnType<typeof useSignIn>
  /** Of single sign-on. */
  provider: { name: string } | undefined
  problem: string | undefined
}

function PasswordStep({ back, signIn, provider, problem }: PasswordStepProps) {
  const [capsLock, setCapsLock] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    signIn.mutate({ email: String(form.get('email')).trim(), password: String(form.get('password')) })
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <CentrePage title="Sign in">
      <form onSubmit={onSubmit} className="grid gap-4">
        {sessionEnd() !== undefined && !signIn.error && problem === undefined && (
          <p role="status" className="rounded-control bg-sunken px-3 py-2 text-ink-2">
            Your session has ended. Sign in to continue.
          </p>
        )}
        {problem !== undefined && provider && !signIn.error && (
          <SingleSignOnProblem problem={problem} provider={provider} />
        )}
        {signIn.error && <FormError>{describe(signIn.error)}</FormError>}
        <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          onKeyUp={watchCapsLock}
          hint={capsLock ? 'Caps Lock is on' : undefined}
        />
        <Button type="submit" kind="primary" size="large" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
        {provider && <SingleSignOnLink provider={provider} back={back} />}
        <Link
          to="/reset-password"
          className="text-center text-small text-ink-2 underline decoration-line-2 underline-offset-2 hover:decoration-ink"
        >
          Forgot your password?
        </Link>
        {back !== undefined && back !== '/issues' && (
          <p className="text-center text-small text-ink-3">You will return to {pageName(back)}</p>
        )}
      </form>
    </CentrePage>
  )
}

/** The name of a path's screen. */
function pageName(path: string): string {
  const [first, second] = path
    .replace(/[?#].*/, '')
    .split('/')
    .slice(1)
  if (first === 'issues') return second === undefined ? 'the issues' : 'the issue you had open'
  if (first === 'alerts' || first === 'feedback' || first === 'settings') return first
  return first === 'account' ? 'your account' : 'the page you had open'
}

/** @param onAccepted gets credentials that need a code, and nothing once they are wrong */
function useSignIn(back: string | undefined, onAccepted: (accepted: Credentials | undefined) => void) {
  const enter = useEnter()
  return useMutation({
    mutationFn: (credentials: Credentials) => login(credentials),
    onError: (error, { email, password }) => {
      if (codeOf(error) === CODE_NEEDED) onAccepted({ email, password })
      if (codeOf(error) === 'invalid_credentials') onAccepted(undefined)
    },
    onSuccess: () => enter(back),
  })
}

function describe(error: Error): string {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 400)
  return refused ? 'Wrong email or password.' : attemptError(error)
}
