import type { StackFrame } from '../../../api/wire.ts'
import { plural } from '../../../format/number.ts'

export type FrameGroup =
  | { kind: 'frame'; frame: StackFrame; index: number }
  | { kind: 'fold'; frames: StackFrame[]; index: number; title: string }

const PACKAGE_PATHS = [/(?:site|dist)-packages\/([^/]+)/, /vendor\/([^/]+\/[^/]+)\//, /^(node:[^/]+)/]

/** The library a frame comes from, e.g. `react-dom`; empty if its path does not tell. */
function packageOf(frame: StackFrame): string {
  const path = frame.abs_path ?? frame.filename ?? ''
  const image = frame.instruction_addr === undefined ? undefined : frame.package?.split(/[/\\]/).at(-1)
  if (image) return image
  const installed = nodePackage(path.split('/')) ?? gemName(path.split('/'))
  if (installed !== undefined) return installed
  for (const pattern of PACKAGE_PATHS) {
    const name = pattern.exec(path)?.[1]
    if (name !== undefined) return name
  }
  // Java and .NET name the package itself: `org.springframework.web.Servlet` → `org.springframework`.
  const parts = (frame.module ?? '').split('.')
  return parts.length > 2 ? parts.slice(0, 2).join('.') : ''
}

/** The folder, or scope and folder, in `node_modules`; pnpm has another one inside. */
function nodePackage(folders: string[]): string | undefined {
  const first = folders.indexOf('node_modules')
  if (first === -1) return undefined
  const isNested = folders[first + 1] === '.pnpm' && folders[first + 3] === 'node_modules'
  const at = isNested ? first + 4 : first + 1
  const isScoped = folders[at]?.startsWith('@') && folders[at + 1]
  return (isScoped ? `${folders[at]}/${folders[at + 1]}` : folders[at]) || undefined
}

/** `gems/rails-7.1.0/lib/…` is `rails`. */
function gemName(folders: string[]): string | undefined {
  const folder = folders.find(
    (name, at) => folders[at - 1] === 'gems' && folders[at + 1] !== undefined && /.-\d/.test(name),
  )
  return folder?.slice(0, folder.search(/.-\d/) + 1)
}

function foldTitle(frames: StackFrame[]): string {
  const names = [...new Set(frames.map(packageOf))].filter((name) => name !== '')
  if (names.length === 0) return plural(frames.length, 'library frame')
  const count = plural(frames.length, 'frame')
  if (names.length > 3) return `${count} from ${names.slice(0, 3).join(', ')} and others`
  return `${count} from ${names.join(', ')}`
}

function foldOf(frames: StackFrame[], index: number): FrameGroup {
  const [frame] = frames
  if (frame && frames.length === 1) return { kind: 'frame', frame, index }
  return { kind: 'fold', frames, index, title: foldTitle(frames) }
}

interface Folding {
  /** How many frames at the end are those of the exception above. */
  common?: number
  /** How many frames of a stack without in-app frames stand by themselves. */
  standing?: number
}

/**
 * Folds runs of library frames to one line each (a single frame needs no more room than that line), and the end that a cause has in common with the exception above. The
 * crash frame is never folded.
 *
 * @param frames the crash frame first
 */
export function groupFrames(frames: StackFrame[], folding: Folding = {}): FrameGroup[] {
  const { common = 0, standing = 10 } = folding
  const own = frames.slice(0, frames.length - common)
  const standsAlone = own.some((frame) => frame.in_app)
    ? (frame: StackFrame, index: number) => frame.in_app || index === 0
    : (_frame: StackFrame, index: number) => index < Math.max(1, standing)
  const groups: FrameGroup[] = []
  own.forEach((frame, index) => {
    const last = groups.at(-1)
    if (standsAlone(frame, index)) groups.push({ kind: 'frame', frame, index })
    else if (last?.kind === 'fold') last.frames.push(frame)
    else groups.push({ kind: 'fold', frames: [frame], index, title: '' })
  })
  const titled = groups.map((group) => (group.kind === 'fold' ? foldOf(group.frames, group.index) : group))
  if (common === 0) return titled
  const title = `${plural(common, 'frame')} in common with the exception above`
  return [...titled, { kind: 'fold', frames: frames.slice(own.length), index: own.length, title }]
}

/**
 * How many frames at the end of a stack, its outermost calls, are those of another one, too. The crash frame is never
 * one of them, and a single frame is not worth a line.
 */
export function commonFrames(frames: StackFrame[], others: StackFrame[]): number {
  let common = 0
  const most = Math.min(frames.length - 1, others.length)
  while (common < most && isSameCall(frames.at(-1 - common)!, others.at(-1 - common)!)) common += 1
  return common > 1 ? common : 0
}

const CALL = ['function', 'module', 'filename', 'lineno', 'colno', 'instruction_addr'] as const

export function isSameCall(left: StackFrame, right: StackFrame): boolean {
  return CALL.every((field) => left[field] === right[field])
}

export function ungroupedFrames(frames: StackFrame[]): FrameGroup[] {
  return frames.map((frame, index) => ({ kind: 'frame', frame, index }))
}

/** Frames whose note about their source map differs from that of the frame before, by index. */
export function firstMapNotes(groups: FrameGroup[]): ReadonlySet<number> {
  const notes = groups.map((group) =>
    group.kind === 'frame' ? group.frame.symbolication?.message : undefined,
  )
  return new Set(groups.flatMap(({ index }, place) => (notes[place] !== notes[place - 1] ? [index] : [])))
}
