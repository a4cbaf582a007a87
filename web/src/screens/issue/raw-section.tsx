import { useState } from 'react'
import type { IssueEvent } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/card.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'

/** The stored document as it is, after scrubbing. */
export function RawSection({ event }: { event: IssueEvent }) {
  const [open, setOpen] = useState(false)
  const json = JSON.stringify(event.payload_json, null, 2)
  return (
    <Section
      title="Raw JSON"
      note={`${(json.length / 1000).toFixed(1)} kB`}
      end={
        <span className="flex items-center gap-1.5">
          <Button kind="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide' : 'Show'}
          </Button>
          <Button kind="quiet" size="small" onClick={() => download(json, `event-${event.id}.json`)}>
            <ScreenIcon name="download" /> Download
          </Button>
          <CopyButton text={json} label="Copy the raw JSON" />
        </span>
      }
    >
      {open && <CodeBlock label="the raw JSON" code={json} />}
    </Section>
  )
}

function download(content: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
