import type { JsonObject } from '../../../api/wire.ts'
import { Icon } from '../../../components/icon.tsx'
import { isIncomplete } from '../payload.ts'

const CUT_PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    elements_cut: 'long lists',
    keys_cut: 'large objects',
    string_cut: 'long texts',
    depth_cut: 'deeply nested values',
  }),
)

/** Above everything else, since any part of the event may be incomplete. */
export function TotalCutNote({ payload }: { payload: JsonObject }) {
  if (!isIncomplete(payload)) return null
  return (
    <p className="mt-4 flex items-start gap-2 text-small text-ink-2">
      <Icon name="alert" className="mt-0.5 flex-none" />
      This event is too large to keep whole. Data past 1 million characters was left out: exceptions,
      breadcrumbs or other parts may be missing.
    </p>
  )
}

/** Which kinds of values were shortened; `null` if none. */
export function CutParts({ payload }: { payload: JsonObject }) {
  const parts = notesOf(payload).flatMap((note) => CUT_PARTS.get(note) ?? [])
  if (parts.length === 0) return null
  return <p className="mt-2 text-small text-ink-3">Shortened to the size limits: {parts.join(', ')}</p>
}

function notesOf({ errata_notes: notes }: JsonObject): string[] {
  return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : []
}
