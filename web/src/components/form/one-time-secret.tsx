import { CopyButton } from '../copy/copy-button.tsx'

/** Something that is shown once, to be copied now. */
export function OneTimeSecret({ name, note, secret }: { name: string; note: string; secret: string }) {
  return (
    <div className="rounded-field border border-line bg-surface p-3.5">
      <p className="text-small text-ink-3">
        <b className="font-medium text-ink">{name}</b> · {note}
      </p>
      <div className="mt-1 flex items-center gap-1 rounded-control bg-sunken pl-2.5">
        <code className="min-w-0 flex-1 py-1.5 font-mono text-small break-all select-all">{secret}</code>
        <CopyButton text={secret} label={`Copy the ${name.toLowerCase()}`} />
      </div>
    </div>
  )
}
