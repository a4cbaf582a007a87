import type { StackFrame } from '#contract/event/event.ts'
import { framePaths } from '#contract/project/source-links.ts'

/** A commit of a release. */
export interface Commit {
  id: string
  /** The first line of its message. */
  message: string
  author: string
  /** Epoch ms; null: not told. */
  at: number | null
  /** Files that it changed; empty also if there were too many to tell anything. */
  files: readonly string[]
}

export interface SuspectCommit extends Commit {
  /** The changed file that is in the stack. */
  file: string
}

export const COMMIT_LIMITS = {
  idChars: 64,
  messageChars: 200,
  authorChars: 100,
  pathChars: 400,
  /** Of more, as in a first import or after a formatter, none says anything. */
  files: 300,
  commitsPerRelease: 200,
  charsPerRelease: 256 * 1024,
} as const

/** A deeper frame of the application calls so much that a change there explains little. */
const FRAMES = 10
const SUSPECTS = 5
/** Below this many equal parts, `index.js` of one folder would be taken for that of another. */
const LEAST_PARTS = 2

/** What a release keeps of its commits when more are named: newest first, each once, within bounds. */
export function keptCommits(named: readonly Commit[], before: readonly Commit[]): Commit[] {
  const byId = new Map([...named, ...before].map((commit) => [commit.id, commit]))
  // An entry stays at its first place; of two, the one that was told more of is kept.
  for (const commit of named) if (commit.files.length > 0) byId.set(commit.id, commit)
  const kept: Commit[] = []
  let chars = 0
  for (const commit of byId.values()) {
    chars += JSON.stringify(commit).length
    if (kept.length === COMMIT_LIMITS.commitsPerRelease || chars > COMMIT_LIMITS.charsPerRelease) break
    kept.push(commit)
  }
  return kept
}

/**
 * Commits that changed a file of the stack: first those of the innermost frame of the application, then the newest.
 *
 * @param commits newest first
 * @param frames outermost first
 */
export function suspectCommits(commits: readonly Commit[], frames: readonly StackFrame[]): SuspectCommit[] {
  const inner = frames.filter((frame) => frame.in_app).slice(-FRAMES)
  const places = placesByName(inner.toReversed())
  const touched = commits.map((commit) => ({
    commit,
    matches: commit.files.flatMap((file) => matchesOf(file, places)),
  }))
  const longest = new Map<number, number>()
  for (const { frame, parts } of touched.flatMap(({ matches }) => matches)) {
    longest.set(frame, Math.max(parts, longest.get(frame) ?? 0))
  }
  return touched
    .flatMap(({ commit, matches }) => {
      const best = matches
        .filter(({ frame, parts }) => parts === longest.get(frame))
        .toSorted((a, b) => a.frame - b.frame)[0]
      return best ? [{ ...best, commit }] : []
    })
    .toSorted((a, b) => a.frame - b.frame)
    .slice(0, SUSPECTS)
    .map(({ commit, file }) => ({ ...commit, file }))
}

interface Place {
  /** 0: the innermost. */
  frame: number
  parts: readonly string[]
}

/** Where frames are, by the name of the file, so that each changed file is compared with few. */
function placesByName(innermostFirst: readonly StackFrame[]): Map<string, Place[]> {
  const places = innermostFirst.flatMap((frame, index) =>
    framePaths(frame).map((path) => ({ frame: index, parts: partsOf(path) })),
  )
  return Map.groupBy(places, ({ parts }) => parts.at(-1) ?? '')
}

function matchesOf(file: string, places: ReadonlyMap<string, Place[]>) {
  const wanted = partsOf(file)
  return (places.get(wanted.at(-1) ?? '') ?? []).flatMap(({ frame, parts }) => {
    const equal = equalParts(wanted, parts)
    const isSame = equal === wanted.length && equal === parts.length
    return equal >= LEAST_PARTS || isSame ? [{ frame, parts: equal, file }] : []
  })
}

/** How many of the last parts of both are the same. */
function equalParts(a: readonly string[], b: readonly string[]): number {
  let equal = 0
  while (equal < a.length && equal < b.length && a.at(-1 - equal) === b.at(-1 - equal)) equal++
  return equal
}

function partsOf(path: string): string[] {
  const [known = ''] = path.split(/[?#]/, 1)
  return known.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..')
}
