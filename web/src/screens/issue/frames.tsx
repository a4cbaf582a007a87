import { useState } from 'react'
import type { StackFrame } from '../../api/wire.ts'
import { ScreenIcon } from '../../components/screen-icon.tsx'
import { type FrameGroup, groupFrames, ungroupedFrames } from './frame-groups.ts'
import { FrameView } from './frame-view.tsx'

interface FramesProps {
  /** The crash frame first. */
  frames: StackFrame[]
  whole: boolean
  /** How many in-app frames show their source from the start. */
  openFirst: number
}

/** The frames of one stack; library runs are folded until asked for. */
export function Frames({ frames, whole, openFirst }: FramesProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const open = openFrames(frames, openFirst)
  const groups = (whole ? ungroupedFrames(frames) : groupFrames(frames)).flatMap((group): FrameGroup[] => {
    if (group.kind === 'frame' || !unfolded.has(group.index)) return [group]
    return group.frames.map((frame, offset) => ({ kind: 'frame', frame, index: group.index + offset }))
  })
  return (
    <ol aria-label="Stack frames" className="overflow-hidden rounded-card border border-line bg-surface">
      {groups.map((group) => (
        <li key={group.index} className="border-t border-line first:border-0">
          {group.kind === 'frame' ? (
            <FrameView frame={group.frame} startsOpen={open.has(group.index)} />
          ) : (
            <button
              type="button"
              aria-expanded="false"
              onClick={() => setUnfolded(new Set(unfolded).add(group.index))}
              className="flex w-full items-center gap-2 bg-sunken px-3.5 py-2 text-left text-small text-ink-3 -outline-offset-2 hover:text-ink"
            >
              <ScreenIcon name="chevron-right" className="size-3" />
              {group.title}
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The first in-app frames that have source to show; where there is none in-app, the crash frame. */
function openFrames(frames: StackFrame[], count: number): ReadonlySet<number> {
  const withSource = frames.flatMap((frame, index) => (frame.context_line === null ? [] : [index]))
  const inApp = withSource.filter((index) => frames[index]?.in_app)
  return new Set((inApp.length > 0 ? inApp : withSource.slice(0, 1)).slice(0, count))
}
