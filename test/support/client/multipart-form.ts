/** One part of a form. */
export interface Part {
  name: string
  fileName?: string
  content: string | Uint8Array
}

export const BOUNDARY = 'aBoundary'
/** A multipart/form-data body with these parts, between `BOUNDARY`s. */
export function form(parts: Part[]): Buffer {
  const sections = parts.flatMap(({ name, fileName, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return Buffer.concat([...sections, `--${BOUNDARY}--\r\n`].map((section) => Buffer.from(section)))
}
