import { useState } from 'react'

/** A text that is being written. It outlives the page, a reload and the end of a session, until it is sent. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(key))
  const write = (next: string) => {
    setText(next)
    try {
      if (next === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, next)
    } catch {
      // Storage can be switched off; the draft then lasts as long as the page.
    }
  }
  return [text, write]
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
