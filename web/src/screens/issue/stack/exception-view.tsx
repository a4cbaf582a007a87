import type { ReactNode } from 'react'
import { Chip } from '../../../components/chip.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { LongText } from '../../../components/display/long-text.tsx'
import { OpenMark } from '../../../components/display/open-mark.tsx'
import { plural } from '../../../format/number.ts'
import type { ExceptionNode, Relation } from './exception-tree.ts'
import { Frames } from './frames.tsx'
import type { ShownException } from './shown-exceptions.ts'

const RELATIONS: Record<Relation, string> = {
  cause: 'caused by',
  context: 'raised while handling',
  suppressed: 'suppressed',
  member: 'in the group',
}

interface ExceptionViewProps {
  shown: ShownException
  id: string
  platform: string
  whole: boolean
  /** Whether type and value are shown. */
  named: boolean
  open: boolean
  /** Absent for one that stands alone and cannot be closed. */
  onToggle?: (() => void) | undefined
}

/** One exception of an event: what it says and, opened, its stack. */
export function ExceptionView(props: ExceptionViewProps) {
  const { shown, id, platform, whole, named, open, onToggle } = props
  const { node, parent } = shown
  return (
    <div id={id} className="mb-4 scroll-mt-4">
      <Heading shown={shown} named={named} open={open} onToggle={onToggle} />
      {open && node.stack.count > 0 && (
        <Frames
          frames={node.stack.frames()}
          platform={platform}
          whole={whole}
          above={parent?.stack.frames()}
        />
      )}
      {open && node.stack.count === 0 && node.members.length === 0 && (
        <p className="text-small text-ink-3">This exception has no stack trace.</p>
      )}
    </div>
  )
}

type HeadingProps = Pick<ExceptionViewProps, 'shown' | 'named' | 'open' | 'onToggle'>

function Heading({ shown, named, open, onToggle }: HeadingProps) {
  const { node, isRootCause } = shown
  // These say nothing that the page does not show.
  const mechanism = /^(?:chained|generic)$/.test(node.mechanism) ? '' : node.mechanism
  if (!named && node.handled !== false && mechanism === '') return null
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {node.relation !== null && <span className="text-ink-3">{RELATIONS[node.relation]}</span>}
      {named && (
        <h3 className="min-w-0 wrap-anywhere">
          <Toggle open={open} onToggle={onToggle}>
            <ExceptionTitle node={node} />
          </Toggle>
        </h3>
      )}
      {isRootCause && <Chip title="First in the chain of causes">root cause</Chip>}
      {node.handled === false && (
        <span className="rounded-tag bg-accent-soft px-[7px] py-px text-small font-medium text-accent">
          unhandled
        </span>
      )}
      {mechanism !== '' && <Chip title="How it was caught">{mechanism}</Chip>}
      {!open && node.stack.count > 0 && (
        <small className="text-small text-ink-3">{plural(node.stack.count, 'frame')}</small>
      )}
    </div>
  )
}

function Toggle(props: { open: boolean; onToggle: (() => void) | undefined; children: ReactNode }) {
  const { open, onToggle, children } = props
  if (!onToggle) return children
  return (
    <button type="button" aria-expanded={open} onClick={onToggle} className="text-left">
      <OpenMark open={open} className="mr-1.5 inline text-ink-3" />
      {children}
    </button>
  )
}

/** `java.net.` `BindException`: `Address already in use`. */
function ExceptionTitle({ node }: { node: ExceptionNode }) {
  const { type, value } = node
  return (
    <>
      {hasModule(node) && (
        <span className="text-ink-3">
          <EventText>{`${node.module}.`}</EventText>
        </span>
      )}
      <b className="font-semibold">
        <EventText>{type || 'Error'}</EventText>
      </b>
      {value !== '' && (
        <span className="whitespace-pre-wrap text-ink-2">
          {': '}
          <LongText>{value}</LongText>
        </span>
      )}
    </>
  )
}

/** .NET writes the namespace into the type, and an assembly as the module; `builtins` are those of Python. */
function hasModule({ type, module }: ExceptionNode): boolean {
  return module !== '' && module !== 'builtins' && !module.includes(',') && !type.includes('.')
}
