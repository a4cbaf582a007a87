import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { CreatedAgentToken, NewAgentToken } from '../../../api/wire.ts'
import { CodeBlock } from '../../../components/display/code-block.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field } from '../../../components/form/field.tsx'
import { textIn } from '../../../components/form/number-field.tsx'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { CreatedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { formatDay } from '../../../format/day.ts'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { clientSetups } from './client-setup.ts'
import { daysOf, EXPIRY_PRESET, ExpiryField } from './expiry-field.tsx'
import { TOKEN_SCOPES } from './token-scopes.ts'

type Created = CreatedAgentToken['token']

interface CreateTokenDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  create: UseMutationResult<Created, Error, NewAgentToken>
}

const PRESET = ['read:agent']

/** Makes a token, then shows its secret: the only time anybody sees it. */
export function CreateTokenDialog({ open, onOpenChange, create }: CreateTokenDialogProps) {
  const [scopes, setScopes] = useState<string[]>(PRESET)
  const [expiry, setExpiry] = useKeptState('expiry of a new token', EXPIRY_PRESET)
  const onClose = () => {
    onOpenChange(false)
    setScopes(PRESET)
    setExpiry(EXPIRY_PRESET)
  }
  const frame = { open, onClose }
  if (create.data) {
    return (
      <CreatedDialog
        {...frame}
        title={`Token “${create.data.label}” created`}
        description={`Copy it now: it is not shown again. ${lastDay(create.data)}`}
      >
        <CreatedToken token={create.data} />
      </CreatedDialog>
    )
  }
  const onSubmit = (form: FormData) => {
    const chosen = TOKEN_SCOPES.map(({ value }) => value).filter((scope) => scopes.includes(scope))
    create.mutate({ label: textIn(form, 'label'), scopes: chosen, expires_in_days: daysOf(expiry) })
  }
  return (
    <FormDialog
      {...frame}
      title="New token"
      run={create}
      onSubmit={onSubmit}
      action="Create token"
      edited={expiry !== EXPIRY_PRESET || undefined}
      missing={scopes.length === 0 ? 'Choose at least one permission.' : undefined}
    >
      <Field
        label="Label"
        name="label"
        placeholder="Nightly triage"
        required
        maxLength={LIMITS.nameChars}
        autoComplete="off"
        hint="Its purpose. Shown in the activity of every issue that the token changes."
      />
      <ChoiceList
        legend="Permissions"
        name="scopes"
        type="checkbox"
        initial={PRESET}
        onChange={setScopes}
        choices={TOKEN_SCOPES.map(({ value, label, hint }) => ({
          value,
          label,
          hint,
          end: <code className="font-mono text-tiny text-ink-3">{value}</code>,
        }))}
      />
      <ExpiryField value={expiry} onChange={setExpiry} />
    </FormDialog>
  )
}

function lastDay({ expires_at: at }: Created): string {
  return at === undefined ? 'It never expires.' : `It works until ${formatDay(Date.parse(at))}.`
}

/** The secret, and what to do with it: shown once. */
function CreatedToken({ token }: { token: Created }) {
  const setups = clientSetups(location.origin, token.token)
  const [chosen, setChosen] = useState(0)
  const { name, hint, code } = setups[chosen]!
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <OneTimeSecret name="Token" note="keep it like a password" secret={token.token} />
      <section aria-label="Connect your agent">
        <div className="mb-2 flex flex-wrap gap-1">
          {setups.map((setup, at) => (
            <Button
              key={setup.name}
              size="small"
              kind={at === chosen ? 'primary' : 'default'}
              aria-pressed={at === chosen}
              onClick={() => setChosen(at)}
            >
              {setup.name}
            </Button>
          ))}
        </div>
        <p className="mb-1 text-ink-2">{hint}</p>
        <CodeBlock label={`the ${name} configuration`} code={code} />
      </section>
    </div>
  )
}
