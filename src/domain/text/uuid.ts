import { Buffer } from 'node:buffer'

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** A UUID in any spelling (dashed, undashed, any case) as 36 lower-case characters; undefined for all else. */
export function parseUuid(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length < 32 || value.length > 36) return undefined
  const parts = UUID.exec(value)
  if (parts === null) return undefined
  return `${parts[1]}-${parts[2]}-${parts[3]}-${parts[4]}-${parts[5]}`.toLowerCase()
}

/** The 32 lower-case hex characters of a dashed UUID, as SDKs write event ids. */
export function uuidToHex(uuid: string): string {
  return uuid.replaceAll('-', '')
}

/** Memory of its own: while an event waits for the journal, bytes of Node's pool would keep 64 KB of its neighbours. */
export function uuidToBytes(uuid: string): Uint8Array {
  return new Uint8Array(Buffer.from(uuidToHex(uuid), 'hex'))
}

/** The dashed lower-case spelling of 16 bytes. Throws RangeError for any other number of bytes. */
export function uuidFromBytes(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError(`a UUID has 16 bytes, not ${bytes.length}`)
  let text = ''
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-'
    text += HEX[bytes[index]!]
  }
  return text
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
