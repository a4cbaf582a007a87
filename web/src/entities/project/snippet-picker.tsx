import { useState } from 'react'
import type { DsnKey } from '../../api/wire.ts'
import { CodeBlock } from '../../components/display/code-block.tsx'
import { Button } from '../../components/form/button.tsx'
import { type NamedPlatform, PLATFORMS, platformOf } from './platforms.ts'
import { snippetFor } from './snippets/snippets.ts'

/** curl does for a platform without code of its own. */
const OFFERED = PLATFORMS.map((choice) => (choice.value === 'other' ? { ...choice, label: 'curl' } : choice))

/** The code that connects an application, by platform and framework. */
export function SnippetPicker({ dsnKey, platform }: { dsnKey: DsnKey; platform: string }) {
  const [chosen, setChosen] = useState(platform)
  const value = platformOf(chosen)?.value ?? 'other'
  const { label, frameworks = [] } = OFFERED.find((offered) => offered.value === value) ?? { label: 'curl' }
  const framework = frameworks.find((offered) => offered.value === chosen)
  const { install, code } = snippetFor(framework?.value ?? value, dsnKey)
  const name = framework?.label ?? label
  return (
    <>
      <Choice legend="Platform" choices={OFFERED} chosen={value} onChoose={setChosen} />
      {frameworks.length > 0 && (
        <Choice
          legend="Framework"
          choices={[{ value, label: 'No framework' }, ...frameworks]}
          chosen={framework?.value ?? value}
          onChoose={setChosen}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {install !== undefined && (
          <CodeBlock label={`the line that installs the ${name} SDK`} code={install} />
        )}
        <CodeBlock label={`the ${name} code`} code={code} />
      </div>
    </>
  )
}

interface ChoiceProps {
  legend: string
  choices: readonly NamedPlatform[]
  chosen: string
  onChoose: (value: string) => void
}

function Choice({ legend, choices, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className="mb-2 flex flex-wrap gap-0.5">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <Button
          key={value}
          kind="quiet"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="aria-pressed:border-line-2 aria-pressed:bg-surface aria-pressed:text-ink"
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
