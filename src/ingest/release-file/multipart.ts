import { Buffer } from 'node:buffer'

export interface FormPart {
  name: string
  /** Null: a plain field. */
  fileName: string | null
  bytes: Buffer
}

const MAX_PARTS = 20
const MAX_PART_HEADER_BYTES = 8 * 1024
const HEADER_END = '\r\n\r\n'

/** RFC 2046 5.1.1: 1 to 70 characters. Null if the type is not multipart/form-data. */
export function multipartBoundary(contentType: string | undefined): string | null {
  if (contentType === undefined || !/^\s*multipart\/form-data\s*;/i.test(contentType)) return null
  return (
    readParameters(contentType)
      .get('boundary')
      ?.match(/^[\x20-\x7e]{1,70}$/)?.[0] ?? null
  )
}

/** RFC 7578, at most 20 parts; values quoted or not, file names also as `filename*` (RFC 8187, sent by
 * .NET). @returns null if malformed: no boundary, a part without its header, a missing end. */
export function parseMultipart(body: Buffer, boundary: string): FormPart[] | null {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: FormPart[] = []
  let position = firstPart(body, delimiter.subarray(2))
  while (position !== null && parts.length <= MAX_PARTS) {
    // After a delimiter: `--` ends the form, anything else to the end of the line is padding.
    if (body[position] === DASH && body[position + 1] === DASH) return parts
    const start = body.indexOf('\r\n', position)
    const end = start === -1 ? -1 : body.indexOf(delimiter, start)
    if (end === -1) return null
    const part = readPart(body.subarray(start + 2, end), end - start - 2)
    if (part === null) return null
    parts.push(part)
    position = end + delimiter.length
  }
  return null
}

const DASH = 0x2d

/** Position behind the first delimiter, which may follow a preamble. */
function firstPart(body: Buffer, dashBoundary: Buffer): number | null {
  if (body.subarray(0, dashBoundary.length).equals(dashBoundary)) return dashBoundary.length
  const found = body.indexOf(`\r\n${dashBoundary.toString('latin1')}`)
  return found === -1 ? null : found + 2 + dashBoundary.length
}

function readPart(section: Buffer, length: number): FormPart | null {
  if (length < 0) return null
  const headerEnd = section.subarray(0, MAX_PART_HEADER_BYTES).indexOf(HEADER_END)
  if (headerEnd === -1) return null
  const disposition = section
    .toString('utf8', 0, headerEnd)
    .split('\r\n')
    .find((line) => /^content-disposition\s*:\s*form-data\s*(;|$)/i.test(line))
  if (disposition === undefined) return null
  const parameters = readParameters(disposition)
  const name = parameters.get('name')
  if (name === undefined) return null
  const fileName = extendedValue(parameters.get('filename*')) ?? parameters.get('filename') ?? null
  return { name, fileName, bytes: section.subarray(headerEnd + HEADER_END.length) }
}

const PARAMETER = /;\s*([!#$%&'*+.^_`|~\w-]{1,64})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/** The `; name=value` parameters of a header, names in lower case, the first of each. */
function readParameters(header: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name, quoted, plain] of header.matchAll(PARAMETER)) {
    const key = name!.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? plain! : unquote(quoted))
  }
  return parameters
}

/** Browsers write a quote in a name as %22 and leave backslashes alone; others escape with a backslash. */
function unquote(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"')
}

/** `UTF-8''na%C3%AFve.js` (RFC 8187). */
function extendedValue(value: string | undefined): string | null {
  const encoded = value?.match(/^utf-8'[^']*'(.*)$/i)?.[1]
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
