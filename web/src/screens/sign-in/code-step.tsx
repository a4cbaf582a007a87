import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/form/button.tsx'
import { Field, FormError } from '../../components/form/field.tsx'
import { attemptError } from '../../components/form/field-errors.ts'
import { CentrePage } from '../../layout/centre-page.tsx'

interface CodeStepProps {
  error: Error | null
  isPending: boolean
  onCode: (code: string) => void
  /** To the password again. */
  onBack: () => void
}

const KINDS = {
  app: {
    label: 'Code',
    about: 'Enter the 6-digit code that your authenticator app shows for Errata.',
    other: 'Use a recovery code instead',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: 'Recovery code',
    about:
      'Enter one of your recovery codes. Each works once. Without any, ask an owner or admin to turn off two-factor sign-in for you.',
    other: 'Use your authenticator app',
    input: { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'none' },
  },
} as const

/** The second step of a sign-in with two factors. */
export function CodeStep({ error, isPending, onCode, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A wrong code is replaced by typing the next one.
    if (error) field.current?.select()
  }, [error])
  const { label, about, other, input } = KINDS[kind]
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code')).trim())
  }
  return (
    <CentrePage title="Two-factor sign-in">
      <form onSubmit={onSubmit} className="grid gap-4">
        {error && <FormError>{attemptError(error)}</FormError>}
        <p className="text-ink-2">{about}</p>
        <Field
          key={kind}
          ref={field}
          {...input}
          label={label}
          name="code"
          spellCheck={false}
          required
          autoFocus
        />
        <Button type="submit" kind="primary" size="large" disabled={isPending}>
          {isPending ? 'Signing in…' : 'Sign in'}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button kind="quiet" size="small" onClick={onBack}>
            Back
          </Button>
          <Button kind="quiet" size="small" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
            {other}
          </Button>
        </div>
      </form>
    </CentrePage>
  )
}
