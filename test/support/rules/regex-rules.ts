import { readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { type ESTree, parseSync, Visitor } from 'vite'
import { cpuMsOf } from '../timing.ts'
import type { RegexBound } from './regex-bounds.ts'

/** A regular expression in the source: a literal, or a `new RegExp(…)`, which has no pattern that could be read. */
export interface FoundRegex {
  file: string
  line: number
  /** The constant it is the value of. */
  name: string | undefined
  literal: { pattern: string; flags: string } | undefined
}

/** Of the processor; the slowest proof takes a third of it. */
const MOST_CPU_MS = 60_000

/** The regular expressions of one module. */
export function findRegexes(file: string, text = readFileSync(file, 'utf8')): FoundRegex[] {
  const found: FoundRegex[] = []
  const names = new Map<number, string>()
  const add = ({ start }: { start: number }, literal: FoundRegex['literal']) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ file, line, name: names.get(start), literal })
  }
  const addConstructed = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') add(node, undefined)
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) names.set(init.start, id.name)
    },
    Literal(node) {
      if ('regex' in node) add(node, node.regex)
    },
    NewExpression: addConstructed,
    CallExpression: addConstructed,
  }).visit(parseSync(file, text).program)
  return found
}

/**
 * What speaks against the time of these being linear in the length of what they are tried on: a line for each
 * that is neither proven nor listed, and for each entry of the list that is not needed.
 */
export function regexFaults(regexes: readonly FoundRegex[], bounds: readonly RegexBound[]): string[] {
  const unused = new Set(bounds)
  const faults: string[] = []
  for (const regex of regexes) {
    const listed = bounds.filter(({ file, name }) => file === regex.file && name === regex.name)
    for (const bound of listed) unused.delete(bound)
    const fault = listed.length > 0 ? null : faultOf(regex)
    if (fault !== null) faults.push(`${regex.file}:${regex.line}: ${fault}`)
  }
  const stale = [...unused].map(({ file, name }) => `${file}: there is no ${name}; take it off the list`)
  return [...faults, ...stale]
}

function faultOf({ literal }: FoundRegex): string | null {
  if (literal === undefined) return 'a pattern put together while running; list it with its bound'
  // Never its native or Java program, and no fuzzing: a pattern for which no attack was found is not proven.
  process.env.RECHECK_SYNC_BACKEND = 'pure'
  const why = whyUnsafe(literal)
  return why === null ? null : `not proven linear (${why}): /${literal.pattern}/${literal.flags}`
}

function whyUnsafe({ pattern, flags }: NonNullable<FoundRegex['literal']>): string | null {
  try {
    const result = checked(pattern, flags)
    if (result.status === 'safe') return null
    return result.status === 'vulnerable' ? result.complexity.summary : result.error.kind
  } catch {
    return 'the checker gave up'
  }
}

/** The checker counts its time by the clock, and a busy machine must not make a pattern look unsafe. */
function checked(pattern: string, flags: string): ReturnType<typeof checkSync> {
  for (let timeout = MOST_CPU_MS; ; timeout *= 2) {
    let result: ReturnType<typeof checkSync> | undefined
    const cpuMs = cpuMsOf(() => {
      result = checkSync(pattern, flags, { checker: 'automaton', timeout })
    })
    const isCutShort = result?.status === 'unknown' && result.error.kind === 'timeout'
    if (result && (!isCutShort || cpuMs > MOST_CPU_MS / 2)) return result
  }
}
