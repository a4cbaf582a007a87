import { useMemo, useState } from 'react'
import { keptText } from '../../../browser/kept-text.ts'

/** A text that is being written. It outlives the page, a reload and the end of a session, until it is sent. */
export function useDraft(key: string) {
  const kept = useMemo(() => keptText('sessionStorage', key), [key])
  const [text, setText] = useState(() => kept.read() ?? '')
  const write = (next: string) => {
    setText(next)
    kept.write(next === '' ? null : next)
  }
  /** It was sent; what has been written since then stays. */
  const drop = (sent: string) => {
    setText((current) => (current.trim() === sent ? '' : current))
    if (kept.read()?.trim() === sent) kept.write(null)
  }
  return { text, write, drop }
}
