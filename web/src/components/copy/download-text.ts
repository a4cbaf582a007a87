/** Hands the file at an address to the reader. Without a name, the server's answer names it. */
export function downloadFrom(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Hands `text` to the reader as a file. */
export function downloadText(text: string, name: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  downloadFrom(url, name)
  URL.revokeObjectURL(url)
}
