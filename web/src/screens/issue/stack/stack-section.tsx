import { useMemo, useState } from 'react'
import type { IssueEvent, IssueSummary } from '../../../api/wire.ts'
import { useCommands } from '../../../command/use-commands.ts'
import { Section } from '../../../components/card.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { plural } from '../../../format/number.ts'
import { isIncomplete } from '../payload.ts'
import { threadsOf } from '../threads/threads.ts'
import { ThreadsSection } from '../threads/threads-section.tsx'
import { ExceptionList } from './exception-list.tsx'
import { type ExceptionNode, exceptionTree } from './exception-tree.ts'
import { minifiedNote } from './minified.ts'
import { SourceLinksContext, useSourceLinks } from './source-links.ts'

/** The exceptions with their stacks, and the program's threads. */
export function StackSection({ event, issue }: { event: IssueEvent; issue: IssueSummary }) {
  const [whole, setWhole] = useState(false)
  useCommands({ 'stack.whole': () => setWhole(!whole) })
  const root = useMemo(() => exceptionTree(event), [event])
  const threads = useMemo(() => threadsOf(event, root), [event, root])
  const { platform } = event
  const links = useSourceLinks(issue.project_id, event)
  const hasFrames = root !== null && anyFrames(root)
  return (
    <SourceLinksContext value={links}>
      {root !== null && (
        <Section
          title={hasFrames ? 'Stack trace' : 'Exception'}
          note={hasFrames ? stackNote(event) : undefined}
          end={hasFrames && <ViewChoice whole={whole} onChange={setWhole} />}
        >
          <MinifiedNote event={event} />
          <ExceptionList
            root={root}
            platform={platform}
            whole={whole}
            isIncomplete={isIncomplete(event.payload_json)}
            title={issue.title}
          />
        </Section>
      )}
      <ThreadsSection threads={threads} platform={platform} whole={whole} />
    </SourceLinksContext>
  )
}

function anyFrames(root: ExceptionNode): boolean {
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.stack.count > 0) return true
    for (const child of [...next.causes, ...next.members]) waiting.push(child)
  }
  return false
}

function stackNote({ stack_frames: frames }: IssueEvent): string {
  const mapped = frames.filter((frame) => frame.raw !== undefined).length
  const order = 'most recent call first'
  return mapped === 0
    ? order
    : `${order} · ${mapped} of ${plural(frames.length, 'frame')} resolved to their source`
}

function MinifiedNote({ event }: { event: IssueEvent }) {
  const note = minifiedNote(event)
  return note === null ? null : (
    <p className="mb-2 rounded-field border border-line bg-sunken px-3 py-2 text-small text-ink-2">
      <EventText>{note}</EventText>
    </p>
  )
}

function ViewChoice({ whole, onChange }: { whole: boolean; onChange: (whole: boolean) => void }) {
  return (
    <fieldset className="inline-flex rounded-control border border-line-2 p-px print:hidden">
      <legend className="sr-only">Frames shown</legend>
      <ViewButton pressed={!whole} onPress={() => onChange(false)}>
        In-app
      </ViewButton>
      <ViewButton pressed={whole} onPress={() => onChange(true)}>
        All
      </ViewButton>
    </fieldset>
  )
}

function ViewButton(props: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <Button
      kind="quiet"
      aria-pressed={props.pressed}
      onClick={props.onPress}
      size="small"
      className="aria-pressed:bg-sunken aria-pressed:text-ink"
    >
      {props.children}
    </Button>
  )
}
