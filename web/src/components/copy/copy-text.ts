/**
 * Puts a text on the clipboard, also one that is still being read: a browser lets a page write only in answer to a press,
 * and forgets the press while the page waits.
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (navigator.clipboard && typeof text === 'string') return navigator.clipboard.writeText(text)
  if (navigator.clipboard && 'ClipboardItem' in globalThis) {
    const blob = Promise.resolve(text).then((read) => new Blob([read], { type: 'text/plain' }))
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  }
  copyBySelection(await text)
}

/** The clipboard API exists on secure origins only; over plain http a hidden field has to do. */
function copyBySelection(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (!done) throw new Error('The browser refused to copy')
}
