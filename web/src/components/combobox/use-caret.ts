import { type RefObject, useEffect, useRef, useState } from 'react'

/** Where the caret of the field is, and a way to put it somewhere once a new text stands in the field. */
export function useCaret(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, text: string) {
  const [caret, setCaret] = useState(text.length)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    const read = () => setCaret(field.current?.selectionStart ?? 0)
    read()
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [field])
  useEffect(() => {
    if (wanted.current === undefined || wanted.current > text.length) return
    field.current?.setSelectionRange(wanted.current, wanted.current)
    setCaret(wanted.current)
    wanted.current = undefined
  }, [field, text])
  const moveTo = (place: number) => {
    wanted.current = place
  }
  return { caret: Math.min(caret, text.length), moveTo }
}
