/** Bytes as text in an alphabet of 32 signs, without padding: five bits each. The bits must be a multiple of five. */
export function base32(bytes: Uint8Array, alphabet: string): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
  }
  return text
}
