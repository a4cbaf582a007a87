import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { text } from '../text/plain-text.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const CYTHON_FILE = /^[^<].{0,400}\.(?:py|pyx|pxi|pxd)$/

/** Code that Cython compiled before it was installed: functions carry their module, and the file, named as it was
 * where it was built, has no source lines here. */
export function isCompiledElsewhere(frame: Json, platform: string): boolean {
  if (!isJsonObject(frame) || (text(frame.platform) || platform) !== 'python') return false
  if (text(frame.context_line) !== '') return false
  const module = text(frame.module)
  return (
    module !== '' && text(frame.function).startsWith(`${module}.`) && CYTHON_FILE.test(text(frame.filename))
  )
}

/** SDKs take code without a file here for the application's. It is, unless its package is a library. */
export function unmarkCompiled(frames: JsonObject[], platform: string): void {
  unmarkGenerated(frames, platform)
  const compiled = frames.filter((frame) => frame.in_app === true && isCompiledElsewhere(frame, platform))
  if (compiled.length === 0) return
  const isCompiled = new Set(compiled)
  const own = frames.filter((frame) => frame.in_app === true && !isCompiled.has(frame))
  const packages = new Set(own.map(packageOf))
  for (const frame of compiled) if (!packages.has(packageOf(frame))) frame.in_app = false
}

/** `<sqlalchemy generated warned() wrapper for …>`: code that a library executed as a text, in a module of its own. */
function unmarkGenerated(frames: JsonObject[], platform: string): void {
  const generated = frames.filter((frame) => frame.in_app === true && isGenerated(frame, platform))
  if (generated.length === 0) return
  for (const frame of generated) if (isRecompiled(frame)) frame.in_app = false
  const libraries = new Set(frames.filter((frame) => frame.in_app !== true).map(packageOf))
  for (const frame of generated) if (libraries.has(packageOf(frame))) frame.in_app = false
}

/** Code in no file, which names a module. */
export function isGenerated(frame: JsonObject, platform: string): boolean {
  if (text(frame.module) === '' || (text(frame.platform) || platform) !== 'python') return false
  return text(frame.filename).startsWith('<') || isRecompiled(frame)
}

/** Sanic compiles its own functions again at start, each in a file of its name. */
function isRecompiled(frame: JsonObject): boolean {
  const name = text(frame.function)
  return name !== '' && frame.filename === name && text(frame.module).includes('.')
}

function packageOf(frame: JsonObject): string {
  const module = text(frame.module)
  const end = module.indexOf('.')
  return end === -1 ? module : module.slice(0, end)
}
