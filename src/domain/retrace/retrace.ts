import { type ClassMapping, isOutline, type MappedMethod, methodsAt } from './class-mapping.ts'
import { sourceLine } from './member-line.ts'

/** A stack of Java or Kotlin code whose names R8 or ProGuard shortened. */
export interface ObfuscatedStack {
  /** The class of the exception with its package; null for the stack of a thread. */
  thrown: string | null
  /** Innermost first. */
  calls: ObfuscatedCall[]
}

export interface ObfuscatedCall {
  class: string
  method: string
  line: number | null
}

export interface OriginalCall {
  class: string
  method: string
  line: number | null
  file: string
}

export interface RetracedStack {
  /** Null if the mapping does not name it. */
  thrown: string | null
  /** Per call those that it stands for, innermost first: inlined ones are several, one that the compiler made may be none.
   * Null if the mapping does not name its class. */
  calls: (OriginalCall[] | null)[]
}

export interface Mapping {
  classNamed(obfuscated: string): ClassMapping | null
  /** The file of a class by its original name, as the compiler noted it; null if it did not. */
  fileOf(original: string): string | null
}

/** However deep code is inlined. */
const MAX_INLINED = 50
const MAX_NAME_CHARS = 500

/** Rules: the retrace format of R8 (https://r8.googlesource.com/r8/+/main/doc/retrace.md). */
export function retrace({ thrown, calls }: ObfuscatedStack, mapping: Mapping): RetracedStack {
  const exception = thrown === null ? null : (mapping.classNamed(thrown)?.original ?? null)
  let outlinedAt: number | null = null
  const retraced = calls.map((call, at) => {
    const owner = mapping.classNamed(call.class)
    if (owner === null) return null
    if (isOutline(owner, call.method)) {
      outlinedAt = call.line
      return []
    }
    const line = lineAt(owner, call, outlinedAt)
    outlinedAt = null
    const methods = methodsAt(owner, call.method, line)
    if (methods.length === 0) return [original({ class: null, method: call.method }, owner, line)]
    const left = written(methods).slice(at === 0 ? leftOut(methods, exception ?? thrown) : 0)
    return left.slice(0, MAX_INLINED).map((method) => original(method, owner, sourceLine(method, line)))
  })
  return { thrown: exception && cutName(exception), calls: retraced }

  function original(
    { class: own, method }: Pick<MappedMethod, 'class' | 'method'>,
    owner: ClassMapping,
    line: number | null,
  ): OriginalCall {
    const name = own ?? owner.original
    const file = mapping.fileOf(name) ?? fileNamedAs(name, owner)
    return { class: cutName(name), method: cutName(method), line, file: cutName(file) }
  }
}

function cutName(name: string): string {
  return name.length > MAX_NAME_CHARS ? name.slice(0, MAX_NAME_CHARS).toWellFormed() : name
}

/** Those that were written, unless the compiler made them all. */
function written(methods: readonly MappedMethod[]): readonly MappedMethod[] {
  const own = methods.filter(({ notes }) => !notes.isSynthesized)
  return own.length > 0 ? own : methods
}

/** Of code that was moved out of a method, the line that it was taken from. */
function lineAt(
  owner: ClassMapping,
  { method, line }: ObfuscatedCall,
  outlinedAt: number | null,
): number | null {
  if (outlinedAt === null) return line
  const sites = methodsAt(owner, method, line).map(({ notes }) => notes.callSites?.get(outlinedAt))
  return sites.find((site) => site !== undefined) ?? line
}

function leftOut(methods: readonly MappedMethod[], thrown: string | null): number {
  const rules = methods.flatMap(({ notes }) => notes.leavesOut ?? [])
  return rules.find((rule) => rule.thrown === thrown)?.calls ?? 0
}

/** Kotlin makes a class `CartKt` of the functions in `Cart.kt`; else the outermost class mostly names the file, whose
 * language is mostly that of the class in which the code runs. */
function fileNamedAs(className: string, { file }: ClassMapping): string {
  const simple = className.slice(className.lastIndexOf('.') + 1).replace(/^ComposableSingletons\$/, '')
  const dollar = simple.indexOf('$', 1)
  const outer = dollar === -1 ? simple : simple.slice(0, dollar)
  if (outer.endsWith('Kt') && outer.length > 2) return `${outer.slice(0, -2)}.kt`
  return `${outer}.${file?.endsWith('.kt') ? 'kt' : 'java'}`
}
