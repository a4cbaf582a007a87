import { useState } from 'react'
import { Section } from '../../../components/card.tsx'
import { Chip } from '../../../components/chip.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { OpenMark } from '../../../components/display/open-mark.tsx'
import { Button } from '../../../components/form/button.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { Frames } from '../stack/frames.tsx'
import type { EventThread } from './threads.ts'

const FIRST_THREADS = 10

interface ThreadsSectionProps {
  threads: EventThread[]
  platform: string
  whole: boolean
}

/** The threads of the program at the time, the crashed one open. */
export function ThreadsSection({ threads, platform, whole }: ThreadsSectionProps) {
  const [all, setAll] = useState(false)
  if (threads.length === 0) return null
  const shown = all ? threads : threads.slice(0, FIRST_THREADS)
  return (
    <Section title="Threads" note={formatCount(threads.length)}>
      <ul className="rounded-card border border-line bg-surface">
        {shown.map((thread) => (
          <ThreadRow key={thread.place} thread={thread} platform={platform} whole={whole} />
        ))}
      </ul>
      {shown.length < threads.length && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {plural(threads.length, 'thread')}
        </Button>
      )}
    </Section>
  )
}

interface ThreadRowProps {
  thread: EventThread
  platform: string
  whole: boolean
}

/** A thread that opens; not one whose stack trace the exception above has. */
function ThreadRow({ thread, platform, whole }: ThreadRowProps) {
  const [open, setOpen] = useState(thread.crashed)
  const { stack, isShownAbove } = thread
  const head = 'flex w-full flex-wrap items-baseline gap-x-2.5 gap-y-1 px-3.5 py-2 text-left'
  return (
    <li className="border-t border-line first:border-0">
      {isShownAbove ? (
        <div className={head}>
          <ThreadName thread={thread} note="stack trace above" />
        </div>
      ) : (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={`${head} -outline-offset-2`}
        >
          <OpenMark open={open} className="self-center text-ink-3" />
          <ThreadName thread={thread} note={plural(stack.count, 'frame')} />
        </button>
      )}
      {open && !isShownAbove && (
        <div className="px-3.5 pb-3">
          {stack.count === 0 ? (
            <p className="text-small text-ink-3">This thread has no stack trace.</p>
          ) : (
            <Frames frames={stack.frames()} platform={platform} whole={whole} />
          )}
        </div>
      )}
    </li>
  )
}

function ThreadName({ thread: { id, name, marks }, note }: { thread: EventThread; note: string }) {
  return (
    <>
      <span className="min-w-0 break-words">
        <b className="font-semibold">
          <EventText>{name || `Thread ${id}`}</EventText>
        </b>
        {name !== '' && id !== '' && (
          <span className="text-ink-3">
            {' '}
            <EventText>{`#${id}`}</EventText>
          </span>
        )}
      </span>
      {marks.map((mark) => (
        <Chip key={mark}>{mark}</Chip>
      ))}
      <small className="text-small text-ink-3">{note}</small>
    </>
  )
}
