import { shownName } from '#contract/hidden-text.ts'
import type { StackFrame } from '../../../api/wire.ts'

/** A call in words: `org.acme.` `Cart.pay` `Cart.java:12`, `main` `Shop` `0x10008d9e0`. */
export interface FrameName {
  /** Package or namespace, with the separator at its end. */
  qualifier: string
  name: string
  /** `src/checkout/pay.ts:88:23`, as far as it is known. */
  place: string
  /** The binary of native code, without its path. */
  image: string
  address: string
}

const NATIVE = new Set(['native', 'cocoa', 'objc', 'c', 'swift', 'rust'])
/** Where a file name alone says little: every package has files with this name. */
const SEPARATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    java: '.',
    kotlin: '.',
    android: '.',
    scala: '.',
    groovy: '.',
    csharp: '.',
    fsharp: '.',
    vb: '.',
    go: '/',
  }),
)
/** Names that SDKs use for anonymous functions. */
const NO_NAME = /^(?:\?|<(?:redacted|unknown)>)?$/

/** @param eventPlatform that of the event, for frames that name none */
export function frameName(frame: StackFrame, eventPlatform: string): FrameName {
  const platform = frame.platform ?? eventPlatform
  const isNative = NATIVE.has(platform) || frame.instruction_addr !== undefined
  const image = isNative ? baseName(frame.package ?? '') : ''
  const address = isNative ? (frame.instruction_addr ?? '') : ''
  const given = frame.function ?? ''
  const { qualifier, name } = qualified(NO_NAME.test(given) ? '' : given, frame.module, platform)
  return {
    qualifier,
    name: name || (isNative ? address : '') || '<anonymous>',
    place: placeOf(frame, { isNative, isQualified: qualifier !== '' }),
    image,
    address: name === '' ? '' : address,
  }
}

/** One line, without what is not seen: it is pasted into terminals, where a line end runs what is before it. */
export function placeToCopy({ place, address }: FrameName): string {
  return shownName(place || address)
}

function qualified(name: string, module: string | null, platform: string) {
  const separator = SEPARATORS.get(platform)
  if (separator === undefined || module === null) return { qualifier: '', name }
  const cut = module.lastIndexOf(separator) + 1
  const owner = module.slice(cut)
  const isRepeated = name === owner || name.startsWith(`${owner}.`)
  return {
    qualifier: module.slice(0, cut),
    name: isRepeated ? name : [owner, name].filter(Boolean).join('.'),
  }
}

/** Native code has no lines unless it has symbols, and 0 then says so. */
function placeOf(frame: StackFrame, { isNative, isQualified }: { isNative: boolean; isQualified: boolean }) {
  const { lineno, colno } = frame
  const position = (isNative && lineno === 0 ? [] : [lineno, colno]).filter((part) => part !== null)
  const file = frame.filename ?? frame.abs_path ?? (isNative || isQualified ? null : frame.module)
  if (file !== null) return [file, ...position].join(':')
  return position.length === 0 ? '' : `line ${position.join(':')}`
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** The full paths behind a frame's line, one per line; what the line says already is left out. */
export function frameDetails(frame: StackFrame, { place, image }: FrameName): string {
  const said = new Set(['', image, frame.filename])
  return [frame.abs_path, frame.module, frame.package]
    .filter((path): path is string => typeof path === 'string' && !said.has(path) && path !== place)
    .join('\n')
}
