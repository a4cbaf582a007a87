import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sessionQuery } from '../../api/account/session.ts'
import { keepTyped, takeTyped } from '../../session/session-end.ts'
import { showToast } from '../overlay/toast.ts'

/**
 * Compares what the fields hold with what was saved last: typing goes on while a save is under way. What is not saved
 * when the session ends is there again once the same person is back.
 */
export function useFormChanges(form: { current: HTMLFormElement | null }) {
  const [isDirty, setDirty] = useState(false)
  const saved = useRef<string>(undefined)
  const sent = useRef<string>(undefined)
  const look = () => setDirty(contentsOf(form.current) !== saved.current)
  const userId = useQuery(sessionQuery).data?.user.id
  useEffect(() => {
    saved.current = contentsOf(form.current)
  }, [form])
  useEffect(() => {
    const fields = form.current
    const typed = userId === undefined ? undefined : takeTyped(location.href, userId)
    if (fields === null || typed === undefined) return
    fill(fields, typed)
    setDirty(true)
    showToast({
      kind: 'failed',
      text: 'Not saved, because your session had ended. Your changes are still here.',
    })
  }, [form, userId])
  // Its clean-up still has the form.
  useLayoutEffect(() => {
    const { href } = location
    const fields = form.current
    return () => {
      if (fields !== null && contentsOf(fields) !== saved.current) keepTyped(href, new FormData(fields))
    }
  }, [form])
  const isUnsaved = () => {
    const contents = contentsOf(form.current)
    return contents !== saved.current && contents !== sent.current
  }
  const sending = () => {
    const contents = contentsOf(form.current)
    sent.current = contents
    return {
      onSuccess: () => {
        saved.current = contents
        look()
      },
      onError: () => {
        sent.current = undefined
      },
    }
  }
  return { isDirty, look, isUnsaved, sending }
}

function contentsOf(form: HTMLFormElement | null): string | undefined {
  return form === null ? undefined : JSON.stringify([...new FormData(form)])
}

/** Boxes of one name are checked by value; any other field has a name of its own. */
function fill(form: HTMLFormElement, fields: FormData): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
      field.checked = fields.getAll(field.name).includes(field.value)
    else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    ) {
      const value = fields.get(field.name)
      if (typeof value === 'string') field.value = value
    }
  }
}
