import { type ReactNode, useState } from 'react'
import type { DsnKey } from '../../api/wire.ts'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { Button } from '../../components/form/button.tsx'

const HIDDEN = '••••••••'

/** Both spellings of a DSN; if the key has just been made also its secret, hidden until asked for. */
export function DsnPanel({ dsnKey }: { dsnKey: DsnKey }) {
  const [revealed, setRevealed] = useState(false)
  const secret = dsnKey.secret_key
  const shown = (text: string) => (secret === undefined || revealed ? text : text.replaceAll(secret, HIDDEN))
  return (
    <dl className="grid gap-3 rounded-field border border-line bg-surface p-3.5">
      <Row name="DSN for SDKs" note="works with every Sentry SDK" copy={dsnKey.sdk_dsn}>
        {dsnKey.sdk_dsn}
      </Row>
      <Row name="DSN" note="with the project's UUID, for Errata's own protocol" copy={dsnKey.dsn}>
        {shown(dsnKey.dsn)}
      </Row>
      {secret !== undefined && (
        <Row
          name="Secret"
          note="optional; shown only once"
          copy={secret}
          end={
            <Button kind="quiet" size="small" aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
              {revealed ? 'Hide' : 'Reveal'}
            </Button>
          }
        >
          {shown(secret)}
        </Row>
      )}
    </dl>
  )
}

interface RowProps {
  name: string
  note: string
  /** What the button copies: the real thing, also if it is hidden. */
  copy: string
  end?: ReactNode
  children: string
}

function Row({ name, note, copy, end, children }: RowProps) {
  return (
    <div>
      <dt className="text-small text-ink-3">
        <b className="font-medium text-ink">{name}</b> · {note}
      </dt>
      <dd className="mt-1 flex items-center rounded-control bg-sunken pl-2.5">
        <code className="min-w-0 flex-1 py-1.5 font-mono text-small break-all">{children}</code>
        {end}
        <CopyButton text={copy} label={`Copy the ${name}`} />
      </dd>
    </div>
  )
}
