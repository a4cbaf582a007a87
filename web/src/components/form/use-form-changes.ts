import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sessionQuery } from '../../api/account/session.ts'
import { type FormFields, keepTyped, takeTyped } from '../../session/session-end.ts'
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
      if (fields !== null && contentsOf(fields) !== saved.current) keepTyped(href, fieldsOf(fields))
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

function fieldsOf(form: HTMLFormElement): FormFields {
  return [...new FormData(form)]
}

function contentsOf(form: HTMLFormElement | null): string | undefined {
  return form === null ? undefined : JSON.stringify(fieldsOf(form))
}

/** Fields of one name have their values in order, as `FormData` lists them. */
function fill(form: HTMLFormElement, fields: FormFields): void {
  const values = new Map<string, FormDataEntryValue[]>()
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value])
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
      field.checked = values.get(field.name)?.includes(field.value) ?? false
    else if (isTextField(field)) {
      const value = values.get(field.name)?.shift()
      if (typeof value === 'string') field.value = value
    }
  }
}

function isTextField(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
  return kinds.some((kind) => field instanceof kind)
}
