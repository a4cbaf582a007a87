import { useState } from 'react'

/** A text that is being written. It outlives the page, a reload and the end of a session, until it is sent. */
export function useDraft(key: string) {
  const [text, setText] = useState(() => read(key))
  const write = (next: string) => {
    setText(next)
    keep(key, next)
  }
  /** It was sent; what has been written since then stays. */
  const drop = (sent: string) => {
    setText((current) => (current.trim() === sent ? '' : current))
    if (read(key).trim() === sent) keep(key, '')
  }
  return { text, write, drop }
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage can be switched off; the draft then lasts as long as the page.
  }
}
