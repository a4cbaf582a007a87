import { type ReactNode, useState } from 'react'
import type { DsnKey } from '../../api/wire.ts'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { Button } from '../../components/form/button.tsx'

const HIDDEN = '••••••••'

/** The DSN; on request the one of Errata's own protocol and, if the key has just been made, its secret. */
export function DsnPanel({ dsnKey }: { dsnKey: DsnKey }) {
  const [revealed, setRevealed] = useState(false)
  const secret = dsnKey.secret_key
  const shown = (text: string) => (secret === undefined || revealed ? text : text.replaceAll(secret, HIDDEN))
  return (
    <div className="rounded-field border border-line bg-surface p-3.5">
      <dl>
        <Row name="DSN for SDKs" note="works with every Sentry SDK" copy={dsnKey.sdk_dsn}>
          {dsnKey.sdk_dsn}
        </Row>
      </dl>
      <details className="mt-2">
        <summary className="cursor-pointer py-1 text-small text-ink-2 hover:text-ink">
          {secret === undefined
            ? 'For custom clients'
            : 'For custom clients: a DSN with a secret, shown only once'}
        </summary>
        <dl className="mt-1.5 grid gap-3">
          <Row name="DSN" note="with the project's UUID, for Errata's own protocol" copy={dsnKey.dsn}>
            {shown(dsnKey.dsn)}
          </Row>
          {secret !== undefined && (
            <Row
              name="Secret"
              note="optional; shown only once"
              copy={secret}
              end={
                <Button
                  kind="quiet"
                  size="small"
                  aria-pressed={revealed}
                  onClick={() => setRevealed(!revealed)}
                >
                  {revealed ? 'Hide' : 'Reveal'}
                </Button>
              }
            >
              {shown(secret)}
            </Row>
          )}
        </dl>
      </details>
    </div>
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
