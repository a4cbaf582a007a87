import { useState } from 'react'
import type { DsnKey } from '../../api/wire.ts'
import { CodeBlock } from '../../components/display/code-block.tsx'
import { Button } from '../../components/form/button.tsx'
import { snippetsFor } from './snippets.ts'

/** The code that connects an application, by platform. */
export function SnippetPicker({ dsnKey, platform }: { dsnKey: DsnKey; platform: string }) {
  const snippets = snippetsFor(dsnKey)
  const [chosen, setChosen] = useState(platform)
  // `python-django` is Python; curl does for a platform without code of its own.
  const snippet =
    snippets.find(({ value }) => chosen === value || chosen.startsWith(`${value}-`)) ?? snippets.at(-1)
  if (!snippet) return null
  return (
    <>
      <fieldset className="mb-2 flex flex-wrap gap-0.5">
        <legend className="sr-only">Platform</legend>
        {snippets.map(({ value, label }) => (
          <Button
            key={value}
            kind="quiet"
            aria-pressed={value === snippet.value}
            onClick={() => setChosen(value)}
            className="aria-pressed:border-line-2 aria-pressed:bg-surface aria-pressed:text-ink"
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {snippet.install !== undefined && (
          <CodeBlock label={`the line that installs the ${snippet.label} SDK`} code={snippet.install} />
        )}
        <CodeBlock label={`the ${snippet.label} code`} code={snippet.code} />
      </div>
    </>
  )
}
