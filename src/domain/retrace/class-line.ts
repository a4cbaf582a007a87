export interface ClassLine {
  original: string
  obfuscated: string
}

/** `com.shop.Cart -> a.b:`; null for any other line. */
export function readClassLine(line: string): ClassLine | null {
  if (line.startsWith(' ') || line.startsWith('\t') || line.startsWith('#')) return null
  const arrow = line.indexOf(' -> ')
  const colon = line.lastIndexOf(':')
  if (arrow < 1 || colon <= arrow + 4 || line.slice(colon + 1).trim() !== '') return null
  return { original: line.slice(0, arrow).trim(), obfuscated: line.slice(arrow + 4, colon).trim() }
}
