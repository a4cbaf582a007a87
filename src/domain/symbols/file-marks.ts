import { Buffer } from 'node:buffer'
import { parseUuid } from '../text/uuid.ts'

const MAX_REFERENCE_CHARS = 2000
/** After the last line of a script: what is behind the reference to its map. */
const TAIL_BYTES = 64 * 1024

export function isMapName(name: string): boolean {
  return /\.map(?:$|[?#])/i.test(name)
}

/** A debug id as it is stored and compared: lower case, with dashes; null for anything else. */
export function readDebugId(text: unknown): string | null {
  return parseUuid(text) ?? null
}

/** The debug id of a binary or of a bundle, without what tells its rebuilds apart (`-1`). */
export function readImageId(text: unknown): string | null {
  return readDebugId(typeof text === 'string' ? text.replace(/-[0-9a-f]{1,8}$/i, '') : text)
}

/** The debug id in a script's last lines (`//# debugId=`) or in a source map (`debug_id`, `debugId`); null if none. */
export function debugIdIn(bytes: Uint8Array, isMap: boolean): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isMap) return readDebugId(lastComment(buffer.subarray(-TAIL_BYTES).toString('latin1'), 'debugId'))
  for (const key of ['"debug_id"', '"debugId"']) {
    const at = buffer.lastIndexOf(key)
    const found = at === -1 ? null : /^ ?: ?"([\w-]{1,40})"/.exec(textAt(buffer, at + key.length))
    if (found) return readDebugId(found[1])
  }
  return null
}

function textAt(buffer: Buffer, at: number): string {
  return buffer.toString('latin1', at, at + 100)
}

/** Where a script says its map is, from its last `//# sourceMappingURL=` comment; undefined if it says nothing. */
export function sourceMapReference(script: string): string | undefined {
  return lastComment(script, 'sourceMappingURL')
}

/** What follows `//# name=` or `//@ name=` up to the end of its line, where that comes last. */
function lastComment(text: string, name: string): string | undefined {
  const at =
    text.lastIndexOf(`# ${name}=`) >= 0 ? text.lastIndexOf(`# ${name}=`) : text.lastIndexOf(`@ ${name}=`)
  if (at < 2 || (text.slice(at - 2, at) !== '//' && text.slice(at - 2, at) !== '/*')) return undefined
  const start = at + name.length + 3
  const isInline = text.startsWith('data:', start)
  const line = text.indexOf('\n', start)
  const end = isInline ? line : Math.min(line === -1 ? text.length : line, start + MAX_REFERENCE_CHARS)
  const value = text.slice(start, end === -1 ? text.length : end).trim()
  return value.replace(/\s{0,9}\*\/$/, '') || undefined
}

/** The JSON of a map in a `data:` URL, base64 or percent-encoded; undefined for any other text. */
export function inlineMap(reference: string): string | undefined {
  const comma = reference.startsWith('data:') ? reference.indexOf(',') : -1
  if (comma === -1) return undefined
  const body = reference.slice(comma + 1)
  if (reference.slice(0, comma).endsWith(';base64')) return Buffer.from(body, 'base64').toString('utf8')
  try {
    return decodeURIComponent(body)
  } catch {
    return undefined
  }
}
