import type { DsnKey } from '../../api/wire.ts'
import { CopyButton } from '../../components/copy-button.tsx'

/** Both spellings of a DSN, with the secret where it has just been made. */
export function DsnPanel({ dsnKey }: { dsnKey: DsnKey }) {
  return (
    <dl className="grid gap-3 rounded-field border border-line bg-surface p-3.5">
      <Row
        name="DSN for SDKs"
        note="with the project's number, which every SDK accepts"
        value={dsnKey.sdk_dsn}
      />
      <Row name="DSN" note="with the project's UUID" value={dsnKey.dsn} />
      {dsnKey.secret_key !== undefined && (
        <Row name="Secret" note="shown only now; optional for SDKs" value={dsnKey.secret_key} />
      )}
    </dl>
  )
}

function Row({ name, note, value }: { name: string; note: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-ink-3">
        <b className="font-medium text-ink">{name}</b> · {note}
      </dt>
      <dd className="mt-1 flex items-center rounded-control bg-sunken pl-2.5">
        <code className="min-w-0 flex-1 py-1.5 font-mono text-small break-all">{value}</code>
        <CopyButton text={value} label={`Copy the ${name}`} />
      </dd>
    </div>
  )
}
