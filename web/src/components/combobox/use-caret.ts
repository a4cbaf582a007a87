import { type RefObject, useEffect, useRef, useState } from 'react'

/** The field's caret position, and a way to set it once the field has a new text. */
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
