import { counted } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { readDebugId } from '#domain/symbols/file-marks.ts'
import { type FormPart, multipartBoundary, parseMultipart } from './multipart.ts'

export const MULTIPART_FRAME_BYTES = 64 * 1024

export interface ReleaseUpload {
  name: string
  dist: string
  bytes: Uint8Array
  /** As the upload says; absent: as the file itself says. */
  debugId?: string | null
  sourceMap?: string | null
}

/** After decoding; still encoded separators count as separators. @throws invalid_release_version */
export function checkReleaseVersion(version: string): void {
  const bad =
    version === '' ||
    version === '.' ||
    version.length > UPLOAD_LIMITS.versionChars ||
    /\.\.|[/\\\0]|%2f|%5c|%00/i.test(version) ||
    !version.isWellFormed()
  if (bad) throw new ServiceError('invalid_release_version')
}

/** Part `file`, optional `name`, `dist`, `header`s (`Sourcemap:app.js.map`, `debug-id:…`), any order;
 * `name` wins over the file's own.
 * @param maxFileBytes inclusive. @throws invalid_release_file, payload_too_large */
export function readReleaseUpload(
  contentType: string | undefined,
  body: Buffer,
  maxFileBytes: number,
): ReleaseUpload {
  const boundary = multipartBoundary(contentType)
  const parts = boundary === null ? null : parseMultipart(body, boundary)
  if (parts === null) throw new ServiceError('invalid_release_file')
  const file = parts.find((part) => part.name === 'file')
  if (file === undefined) throw new ServiceError('invalid_release_file')
  if (file.bytes.byteLength > maxFileBytes) {
    throw new ServiceError('payload_too_large', `The file is larger than ${counted(maxFileBytes, 'byte')}.`)
  }
  const dist = fieldText(parts, 'dist') ?? ''
  if (dist.length > UPLOAD_LIMITS.distChars || dist.includes('\0')) throw badFile('The dist is not valid.')
  const name = fieldText(parts, 'name') || file.fileName || ''
  const headers = headerFields(parts)
  return {
    name: normaliseFileName(name),
    dist,
    bytes: file.bytes,
    debugId: readDebugId(headers.get('debug-id')),
    sourceMap: readMapReference(headers),
  }
}

const MAX_REFERENCE_CHARS = 2000

/** Where the map of a script is, by headers with names in lower case; null if they say nothing that can be used. */
export function readMapReference(headers: ReadonlyMap<string, string>): string | null {
  const reference = headers.get('sourcemap') ?? headers.get('x-sourcemap') ?? ''
  const isUsable = reference !== '' && reference.length <= MAX_REFERENCE_CHARS && !reference.includes('\0')
  return isUsable && !reference.startsWith('data:') ? reference.toWellFormed() : null
}

/** The `Key:value` of fields named `header`, keys in lower case. */
function headerFields(parts: FormPart[]): Map<string, string> {
  const headers = parts.filter((part) => part.name === 'header').map((part) => part.bytes.toString('utf8'))
  return new Map(
    headers.map((header) => {
      const colon = header.indexOf(':')
      return [header.slice(0, Math.max(colon, 0)).trim().toLowerCase(), header.slice(colon + 1).trim()]
    }),
  )
}

function fieldText(parts: FormPart[], name: string): string | undefined {
  return parts
    .find((part) => part.name === name)
    ?.bytes.toString('utf8')
    .trim()
}

/** `~/` replaces scheme and host.
 * @throws invalid_release_file for a `..` segment, NUL, an empty or long name */
export function normaliseFileName(name: string): string {
  const plain = name.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i, '~/')
  if (plain === '' || plain === '~/') throw badFile('Name the file.')
  if (plain.length > UPLOAD_LIMITS.nameChars)
    throw badFile(`The name can have up to ${UPLOAD_LIMITS.nameChars} characters.`)
  if (plain.includes('\0')) throw badFile('The name must not contain NUL.')
  const segments = plain.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i)
  if (segments.includes('..')) throw badFile('The name must not contain a ".." segment.')
  return plain.toWellFormed()
}

function badFile(message: string): ServiceError {
  return new ServiceError('invalid_release_file', message)
}
