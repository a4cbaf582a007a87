import { useState } from 'react'
import type { IssueEvent } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/card.tsx'
import { Chip } from '../../components/chip.tsx'
import { plural } from '../../format/number.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { type ExceptionBlock, exceptionBlocks } from './exceptions.ts'
import { Frames } from './frames.tsx'

/** The exception with its frames, and each of its causes below it. */
export function StackSection({ event, title }: { event: IssueEvent; title: string }) {
  const [whole, setWhole] = useState(false)
  useShortcuts({ t: () => setWhole(!whole) })
  const blocks = exceptionBlocks(event)
  if (blocks.length === 0) return null
  const mapped = event.stack_frames.filter((frame) => frame.raw !== undefined).length
  const note = ['newest first']
  if (mapped > 0)
    note.push(`source maps applied to ${mapped} of ${plural(event.stack_frames.length, 'frame')}`)
  return (
    <Section
      title="Stack"
      note={note.join(' · ')}
      end={
        <fieldset className="inline-flex rounded-control border border-line-2 p-px">
          <legend className="sr-only">Frames shown</legend>
          <ViewButton pressed={!whole} onPress={() => setWhole(false)}>
            In-app
          </ViewButton>
          <ViewButton pressed={whole} onPress={() => setWhole(true)}>
            All
          </ViewButton>
        </fieldset>
      }
    >
      {blocks.map((block, index) => (
        <Block
          key={block.place}
          block={block}
          cause={index > 0}
          whole={whole}
          named={isNews(block, blocks, title)}
        />
      ))}
    </Section>
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

/** The heading of the page has said it already, where there is one exception and its text fits the title. */
function isNews(block: ExceptionBlock, blocks: ExceptionBlock[], title: string): boolean {
  return block.type !== '' && (blocks.length > 1 || title !== `${block.type}: ${block.value}`)
}

interface BlockProps {
  block: ExceptionBlock
  cause: boolean
  whole: boolean
  /** Whether type and value are shown. */
  named: boolean
}

function Block({ block, cause, whole, named }: BlockProps) {
  return (
    <div className="mb-4 last:mb-0">
      {(named || block.handled === false || block.mechanism !== '') && (
        <div className="mb-2 flex flex-wrap items-baseline gap-x-2 gap-y-1">
          {cause && <span className="text-ink-3">caused by</span>}
          {named && (
            <h3 className="min-w-0 break-words">
              <b className="font-semibold">{block.type}</b>
              {block.value !== '' && (
                <span className="whitespace-pre-wrap text-ink-2">
                  {': '}
                  {block.value}
                </span>
              )}
            </h3>
          )}
          {block.handled === false && <Chip>unhandled</Chip>}
          {block.mechanism !== '' && <Chip title="How it was caught">{block.mechanism}</Chip>}
        </div>
      )}
      {block.frames.length > 0 && <Frames frames={block.frames} whole={whole} openFirst={cause ? 1 : 3} />}
    </div>
  )
}
