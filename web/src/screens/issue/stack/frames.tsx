import { useState } from 'react'
import type { StackFrame } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { formatCount } from '../../../format/number.ts'
import { commonFrames, type FrameGroup, firstMapNotes, groupFrames, ungroupedFrames } from './frame-groups.ts'
import { FrameView } from './frame-view.tsx'

/** Rows of a stack before it is asked for more: a long one must not delay the page. */
const FIRST_ROWS = { leading: 40, other: 15 }
const MORE_ROWS = 200
const STANDING = { leading: 10, other: 3 }

interface FramesProps {
  /** The crash frame first. */
  frames: StackFrame[]
  platform: string
  whole: boolean
  /** The stack of the exception above, whose calls are not repeated. */
  above?: StackFrame[] | undefined
}

/** The frames of one stack; library runs are folded until asked for. */
export function Frames({ frames, platform, whole, above }: FramesProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const isLeading = above === undefined
  const [rows, setRows] = useState(isLeading ? FIRST_ROWS.leading : FIRST_ROWS.other)
  const open = openFrames(frames, isLeading ? 3 : 1)
  const common = above ? commonFrames(frames, above) : 0
  const folding = { common, standing: isLeading ? STANDING.leading : STANDING.other }
  const groups = (whole ? ungroupedFrames(frames) : groupFrames(frames, folding)).flatMap(
    (group): FrameGroup[] => {
      if (group.kind === 'frame' || !unfolded.has(group.index)) return [group]
      return group.frames.map((frame, offset) => ({ kind: 'frame', frame, index: group.index + offset }))
    },
  )
  const noted = firstMapNotes(groups)
  const left = groups.length - rows
  return (
    <ol aria-label="Stack frames" className="overflow-hidden rounded-card border border-line bg-surface">
      {groups.slice(0, rows).map((group) => (
        <li key={group.index} className="border-t border-line first:border-0">
          {group.kind === 'frame' ? (
            <FrameView
              frame={group.frame}
              platform={platform}
              startsOpen={open.has(group.index)}
              showsLocals={open.keys().next().value === group.index}
              showsMap={noted.has(group.index)}
            />
          ) : (
            <FoldRow title={group.title} onOpen={() => setUnfolded(new Set(unfolded).add(group.index))} />
          )}
        </li>
      ))}
      {left > 0 && (
        <li className="border-t border-line">
          <FoldRow
            title={`Show ${formatCount(Math.min(left, MORE_ROWS))} more of ${formatCount(groups.length)} rows`}
            onOpen={() => setRows(rows + MORE_ROWS)}
          />
        </li>
      )}
    </ol>
  )
}

function FoldRow({ title, onOpen }: { title: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-expanded="false"
      onClick={onOpen}
      className="flex w-full items-center gap-2 bg-sunken px-3.5 py-2 text-left text-small text-ink-3 -outline-offset-2 hover:text-ink"
    >
      <ScreenIcon name="chevron-right" className="size-3" />
      <EventText>{title}</EventText>
    </button>
  )
}

/** The first in-app frames that have something to show; without one, the crash frame if it has. */
function openFrames(frames: StackFrame[], count: number): ReadonlySet<number> {
  const withMore = frames.flatMap((frame, index) => (hasMore(frame) ? [index] : []))
  const inApp = withMore.filter((index) => frames[index]?.in_app)
  return new Set((inApp.length > 0 ? inApp : withMore.slice(0, 1)).slice(0, count))
}

function hasMore({ context_line: source, vars }: StackFrame): boolean {
  return source !== null || (vars !== null && Object.keys(vars).length > 0)
}
