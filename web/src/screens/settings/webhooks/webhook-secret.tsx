import { useState } from 'react'
import type { WebhookFormat } from '../../../api/wire.ts'
import { CodeBlock } from '../../../components/display/code-block.tsx'
import { Button } from '../../../components/form/button.tsx'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'
import { FORMAT_LABELS } from '../../../entities/project/webhook-formats.ts'

const SNIPPETS = [
  {
    label: 'Node',
    code: [
      '// npm install standardwebhooks',
      "import { Webhook } from 'standardwebhooks'",
      '',
      'const webhook = new Webhook(process.env.ERRATA_WEBHOOK_SECRET)',
      '// body: the raw text of the request. Throws if the signature is wrong.',
      'const event = webhook.verify(body, headers)',
    ].join('\n'),
  },
  {
    label: 'Python',
    code: [
      '# pip install standardwebhooks',
      'import os',
      'from standardwebhooks.webhooks import Webhook',
      '',
      'webhook = Webhook(os.environ["ERRATA_WEBHOOK_SECRET"])',
      '# body: the raw bytes of the request. Raises if the signature is wrong.',
      'event = webhook.verify(body, headers)',
    ].join('\n'),
  },
]

interface WebhookSecretPanelProps {
  secret: string
  format: WebhookFormat
  onDone: () => void
}

/** The signing secret, the only time it is shown, and how a receiver uses it. */
export function WebhookSecretPanel({ secret, format, onDone }: WebhookSecretPanelProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <OneTimeSecret name="Signing secret" note="keep it like a password" secret={secret} />
      {format === 'generic' ? (
        <Verify />
      ) : (
        <p className="text-ink-2">
          {FORMAT_LABELS[format]} doesn't check signatures, so you don't need the secret there.
        </p>
      )}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

function Verify() {
  const [chosen, setChosen] = useState(SNIPPETS[0])
  return (
    <div>
      <p className="mb-1 text-ink-2">Verify each request with it before you trust the body:</p>
      <fieldset className="mb-1.5 flex gap-0.5">
        <legend className="sr-only">Language</legend>
        {SNIPPETS.map((snippet) => (
          <Button
            key={snippet.label}
            kind="quiet"
            size="small"
            aria-pressed={snippet === chosen}
            onClick={() => setChosen(snippet)}
            className="aria-pressed:border-line-2 aria-pressed:bg-surface aria-pressed:text-ink"
          >
            {snippet.label}
          </Button>
        ))}
      </fieldset>
      {chosen && <CodeBlock label={`the ${chosen.label} code`} code={chosen.code} />}
    </div>
  )
}
