import type { IssueEvent, Json, JsonObject } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { KeyValues } from '../../../components/display/key-values.tsx'
import { plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'
import { objectOf, textOf, wordOf } from '../payload.ts'
import { CutParts } from './cut-note.tsx'

/** Where the event comes from, in one list. */
export function DetailsSection({ event }: { event: IssueEvent }) {
  const payload = event.payload_json
  const values: [string, Json | undefined][] = [
    ['Event ID', event.id],
    ['Time', formatUtc(event.occurred_at)],
    ['Transaction', payload.transaction],
    ['Logger', payload.logger],
    ['Level', payload.level],
    ['Server', payload.server_name],
    ['Release', event.release],
    ['Dist', wordOf(payload.dist)],
    ['Platform', event.platform],
    ['SDK', sdkOf(payload)],
    ['SDK integrations', wordsOf(objectOf(payload.sdk).integrations)],
    ['Fingerprint', wordsOf(payload.fingerprint)],
  ]
  const said = values.filter((pair): pair is [string, Json] => saysSomething(pair[1]))
  const invalid = Array.isArray(payload.errata_invalid) ? payload.errata_invalid : []
  return (
    <Section title="Event details">
      <KeyValues label="Event details" values={said} />
      {invalid.length > 0 && (
        <p className="mt-2 text-small text-ink-3">
          {plural(invalid.length, 'field')} had invalid values, which were left out or converted:{' '}
          {wordsOf(invalid)}
        </p>
      )}
      <CutParts payload={payload} />
    </Section>
  )
}

function sdkOf({ sdk }: JsonObject): string {
  const { name, version } = objectOf(sdk)
  return [textOf(name), wordOf(version)].filter(Boolean).join(' ')
}

function wordsOf(list: Json | undefined): string {
  return Array.isArray(list) ? list.map(wordOf).filter(Boolean).join(', ') : ''
}

function saysSomething(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== ''
}
