const PAGE_SCHEMES = [
  'https://',
  'http://',
  'file://',
  'applewebdata://',
  'capacitor://',
  'capacitor-electron://',
  'ionic://',
  'tauri://',
  'chrome-extension://',
  'moz-extension://',
  'safari-extension://',
  'safari-web-extension://',
]

/** Without query and fragment; the address itself if it has no path. Undefined if `text` is not one. */
export function urlPath(text: string): string | undefined {
  if (!text.includes('://')) return undefined
  const scheme = PAGE_SCHEMES.find((candidate) => text.startsWith(candidate))
  if (scheme === undefined) return undefined
  const start = text.indexOf('/', scheme.length)
  if (start === -1) return text
  const path = text.slice(start, endOfPath(text, start))
  return path === '/' ? text : path
}

/** True for a place that is an address and no file: it says where a script came from, not which it is. */
export function isUrl(text: string): boolean {
  return text.startsWith('blob:') || urlPath(text) !== undefined
}

function endOfPath(text: string, start: number): number {
  const query = text.indexOf('?', start)
  const fragment = text.indexOf('#', start)
  const end = query === -1 ? text.length : query
  return fragment === -1 ? end : Math.min(end, fragment)
}
