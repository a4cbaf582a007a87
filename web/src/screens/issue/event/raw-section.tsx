import { useState } from 'react'
import type { IssueEvent } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { downloadText } from '../../../components/copy/download-text.ts'
import { KeyValues } from '../../../components/display/key-values.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'

/** The stored document as it is, after scrubbing. */
export function RawSection({ event }: { event: IssueEvent }) {
  const [open, setOpen] = useState(false)
  const payload = event.payload_json
  // Written out only when it is asked for: a document can be a megabyte.
  const json = () => JSON.stringify(payload, null, 2)
  return (
    <Section
      title="Raw JSON"
      note="after scrubbing"
      end={
        <span className="flex items-center gap-1.5">
          <Button kind="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide' : 'Show'}
          </Button>
          <Button
            kind="quiet"
            size="small"
            onClick={() => downloadText(json(), `event-${event.id}.json`, 'application/json')}
          >
            <ScreenIcon name="download" /> Download
          </Button>
          <CopyButton text={json} label="Copy the raw JSON" />
        </span>
      }
    >
      {open && <KeyValues label="Raw JSON" values={Object.entries(payload)} />}
    </Section>
  )
}
