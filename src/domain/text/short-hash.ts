const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** A number from 1 to 2^32 - 1 for a text (FNV-1a): cheap, and no defence against texts made to meet. */
export function shortHash(text: string): number {
  let value = FNV_START
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME)
  return value >>> 0 || 1
}
