import { Suspense, useContext, useId, useState } from 'react'
import type { JsonObject, StackFrame } from '../../../api/wire.ts'
import { Chip } from '../../../components/chip.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { KeyValues } from '../../../components/display/key-values.tsx'
import { OpenMark } from '../../../components/display/open-mark.tsx'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { plural } from '../../../format/number.ts'
import { showHidden } from '../../../format/show-hidden.ts'
import { type FrameName, frameDetails, frameName, placeToCopy } from './frame-name.ts'
import { FrameNote } from './frame-note.tsx'
import { SourceLines } from './source-lines.tsx'
import { SourceLinksContext } from './source-links.ts'

const SourceLink = lazyRetry(() => import('./source-link.tsx').then((module) => module.SourceLink))

interface FrameViewProps {
  frame: StackFrame
  platform: string
  startsOpen: boolean
  /** Whether its variables are open from the start. */
  showsLocals: boolean
  /** Whether it says how its source was found; the frame before it may have said the same. */
  showsMap: boolean
}

const HEAD = 'flex min-w-0 flex-1 items-baseline gap-2.5 py-[9px] pl-3.5 text-left -outline-offset-2'

/** One call: its name and place and, opened, its source and its variables. */
export function FrameView({ frame, platform, startsOpen, showsLocals, showsMap }: FrameViewProps) {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  const vars = frame.vars ?? {}
  const hasVars = Object.keys(vars).length > 0
  const hasMore = frame.context_line !== null || hasVars
  const name = frameName(frame, platform)
  const head = <Head name={name} inApp={frame.in_app} title={frameDetails(frame, name)} />
  const copied = placeToCopy(name)
  const links = useContext(SourceLinksContext)
  return (
    <>
      <div className="group/frame flex items-center gap-1 pr-3.5">
        {hasMore ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className={HEAD}
          >
            <OpenMark open={open} className="self-center text-ink-3" />
            {head}
          </button>
        ) : (
          <div className={HEAD}>{head}</div>
        )}
        {copied !== '' && (
          <span className="opacity-0 transition-opacity group-focus-within/frame:opacity-100 group-hover/frame:opacity-100">
            <CopyButton text={copied} label={`Copy ${copied}`} />
          </span>
        )}
        {frame.in_app && links !== null && (
          <Suspense>
            <SourceLink frame={frame} links={links} />
          </Suspense>
        )}
        {frame.in_app && <Chip>in app</Chip>}
      </div>
      <FrameNote frame={frame} showsMap={showsMap} />
      {open && hasMore && (
        <div id={id}>
          <SourceLines frame={frame} />
          {hasVars && <LocalVariables vars={vars} startsOpen={showsLocals} />}
        </div>
      )}
    </>
  )
}

function Head({ name, inApp, title }: { name: FrameName; inApp: boolean; title: string }) {
  return (
    <span className="min-w-0 break-words" title={showHidden(title) || undefined}>
      <span className="font-mono text-code">
        {name.qualifier !== '' && (
          <span className="text-ink-3">
            <EventText>{name.qualifier}</EventText>
          </span>
        )}
        <b className={`font-semibold ${inApp ? '' : 'text-ink-2'}`}>
          <EventText>{name.name}</EventText>
        </b>
      </span>
      <Where text={name.image} colour="text-ink-2" />
      <Where text={name.place} colour="text-ink-2" />
      <Where text={name.address} colour="text-ink-3" />
    </span>
  )
}

function Where({ text, colour }: { text: string; colour: string }) {
  if (text === '') return null
  return (
    <>
      {' '}
      <span className={`ml-1 inline-block max-w-full font-mono text-small break-all ${colour}`}>
        <EventText>{text}</EventText>
      </span>
    </>
  )
}

function LocalVariables({ vars, startsOpen }: { vars: JsonObject; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  const values = Object.entries(vars)
  return (
    <div className="border-t border-line bg-sunken text-small">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2.5 px-3.5 py-1.5 text-left text-ink-3 -outline-offset-2 hover:text-ink"
      >
        <OpenMark open={open} />
        {plural(values.length, 'local variable')}
      </button>
      {open && (
        <div className="px-3 pb-3">
          <KeyValues label="Local variables" values={values} />
        </div>
      )}
    </div>
  )
}
