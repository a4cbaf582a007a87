import { type ComponentProps, type ReactNode, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { plural } from '../../format/number.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

/** A password that can be looked at before it is sent. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [visible, setVisible] = useState(false)
  return (
    <Field
      {...props}
      type={visible ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <Button
          kind="quiet"
          size="small"
          aria-pressed={visible}
          aria-label={visible ? 'Hide what is typed' : 'Show what is typed'}
          onClick={() => setVisible(!visible)}
        >
          {visible ? 'Hide' : 'Show'}
        </Button>
      }
    />
  )
}

interface NewPasswordFieldProps {
  label: string
  name: string
  error: string | undefined
}

/** A password being chosen: says how far it is from the rule while it is typed. */
export function NewPasswordField({ label, name, error }: NewPasswordFieldProps) {
  const [length, setLength] = useState(0)
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      error={error}
      hint={lengthHint(length)}
      // Characters as the server counts them: code points.
      onChange={(event) => setLength([...event.target.value].length)}
    />
  )
}

function lengthHint(length: number): ReactNode {
  const missing = LIMITS.passwordMinChars - length
  if (length === 0) {
    return `${LIMITS.passwordMinChars} characters or more. A few plain words are fine; common passwords are rejected.`
  }
  if (missing > 0) return `${plural(missing, 'character')} to go`
  return <span className="text-good">Long enough</span>
}
