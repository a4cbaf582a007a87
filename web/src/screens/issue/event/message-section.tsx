import type { IssueEvent, Json, JsonObject } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { KeyValues } from '../../../components/display/key-values.tsx'
import { LongText } from '../../../components/display/long-text.tsx'
import { objectOf, textOf, valuesOf } from '../payload.ts'

/** The message of an event with its parameters; left out if an exception says the same. */
export function MessageSection({ event }: { event: IssueEvent }) {
  const payload = event.payload_json
  const { text, template, parameters } = messageOf(payload)
  const exceptions = valuesOf(payload.exception)
  if (text === '') return exceptions.length === 0 ? <NoMessage event={event} /> : null
  const isRepeated = exceptions.some(({ value }) => textOf(value).trim() === text.trim())
  if (isRepeated && parameters.length === 0) return null
  return (
    <Section title="Message" end={<CopyButton text={text} label="Copy the message" />}>
      <p className="rounded-card border border-line bg-surface px-3.5 py-2.5 break-words whitespace-pre-wrap">
        <LongText>{text}</LongText>
      </p>
      {template !== text && (
        <p className="mt-2 text-small break-words text-ink-3">
          Template:{' '}
          <code className="font-mono">
            <EventText>{template}</EventText>
          </code>
        </p>
      )}
      {parameters.length > 0 && (
        <div className="mt-2">
          <KeyValues label="Message parameters" values={parameters} />
        </div>
      )}
      {exceptions.length === 0 && event.stack_frames.length === 0 && <NoStack platform={event.platform} />}
    </Section>
  )
}

function messageOf(payload: JsonObject) {
  const entry = objectOf(payload.logentry)
  const template = textOf(entry.message) || textOf(payload.message)
  return {
    text: textOf(entry.formatted) || textOf(payload.message) || template,
    template,
    parameters: parametersOf(entry.params),
  }
}

function parametersOf(params: Json | undefined): [string, Json][] {
  if (Array.isArray(params)) return params.map((value, index) => [String(index), value])
  return Object.entries(objectOf(params))
}

function NoMessage({ event }: { event: IssueEvent }) {
  const payload = event.payload_json
  if (event.stack_frames.length > 0 || payload.csp !== undefined) return null
  return (
    <Section title="Message">
      <p className="text-ink-2">
        This event has no message, exception or stack trace. The rest of its data is below.
      </p>
    </Section>
  )
}

/** The option that adds a stack to messages, as each SDK spells it. */
const STACK_OPTION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    javascript: 'attachStacktrace: true',
    node: 'attachStacktrace: true',
    python: 'attach_stacktrace=True',
    php: "'attach_stacktrace' => true",
    go: 'AttachStacktrace: true',
    java: 'options.setAttachStacktrace(true)',
    csharp: 'options.AttachStacktrace = true',
    cocoa: 'options.attachStacktrace = true',
  }),
)

function NoStack({ platform }: { platform: string }) {
  const option = STACK_OPTION.get(platform)
  return (
    <p className="mt-2 text-small text-ink-3">
      This event has no stack trace.
      {option !== undefined && (
        <>
          {' '}
          To send one with every message, set <code className="font-mono">{option}</code> in the SDK.
        </>
      )}
    </p>
  )
}
