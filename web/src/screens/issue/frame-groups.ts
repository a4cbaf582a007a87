import type { StackFrame } from '../../api/wire.ts'

export type FrameGroup =
  | { kind: 'frame'; frame: StackFrame; index: number }
  | { kind: 'fold'; frames: StackFrame[]; index: number; title: string }

const PACKAGE_PATHS = [
  /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)/,
  /(?:site|dist)-packages\/([^/]+)/,
  /gems\/([^/]+?)-\d[^/]*\//,
  /vendor\/([^/]+\/[^/]+)\//,
  /^(node:[^/]+)/,
]

/** The library a frame comes from, e.g. `react-dom`; empty where its path does not tell. */
function packageOf(frame: StackFrame): string {
  const path = frame.abs_path ?? frame.filename ?? ''
  for (const pattern of PACKAGE_PATHS) {
    const name = pattern.exec(path)?.[1]
    if (name !== undefined) return name
  }
  // Java and .NET name the package itself: `org.springframework.web.Servlet` → `org.springframework`.
  const parts = (frame.module ?? '').split('.')
  return parts.length > 2 ? parts.slice(0, 2).join('.') : ''
}

function foldTitle(frames: StackFrame[]): string {
  const names = [...new Set(frames.map(packageOf))].filter((name) => name !== '')
  const count = frames.length === 1 ? '1 frame' : `${frames.length} frames`
  if (names.length === 0) return `${count} outside of your code`
  if (names.length > 3) return `${count} from ${names.slice(0, 3).join(', ')} and others`
  return `${count} from ${names.join(', ')}`
}

/**
 * Folds runs of library frames to one line each. The crash frame always stands by itself, and so does every
 * frame of a stack that has no in-app frame at all.
 *
 * @param frames the crash frame first
 */
export function groupFrames(frames: StackFrame[]): FrameGroup[] {
  if (!frames.some((frame) => frame.in_app)) return ungroupedFrames(frames)
  const groups: FrameGroup[] = []
  frames.forEach((frame, index) => {
    const last = groups.at(-1)
    if (frame.in_app || index === 0) groups.push({ kind: 'frame', frame, index })
    else if (last?.kind === 'fold') last.frames.push(frame)
    else groups.push({ kind: 'fold', frames: [frame], index, title: '' })
  })
  return groups.map((group) => (group.kind === 'fold' ? { ...group, title: foldTitle(group.frames) } : group))
}

export function ungroupedFrames(frames: StackFrame[]): FrameGroup[] {
  return frames.map((frame, index) => ({ kind: 'frame', frame, index }))
}
