import { useEffect, useRef, useState } from 'react'
import { SESSION_HAD_ENDED } from '../../session/unsaved-work.ts'
import { showToast } from '../overlay/toast.ts'
import { contentsOf, formOf } from './form-contents.ts'
import { useKeptForm } from './use-kept-form.ts'

/**
 * Compares what the fields hold with what was saved last: typing goes on while a save is under way. What is not saved
 * when the session ends is there again once the same person is back.
 */
export function useFormChanges(form: { current: HTMLFormElement | null }) {
  const [isDirty, setDirty] = useState(false)
  const saved = useRef<string>(undefined)
  const sent = useRef<string>(undefined)
  const look = () => setDirty(contentsOf(form.current) !== saved.current)
  useEffect(() => {
    saved.current = contentsOf(form.current)
  }, [form])
  const isRestored = useKeptForm(form, {
    name: 'settings',
    isUnsaved: () => contentsOf(form.current) !== saved.current,
  })
  useEffect(() => {
    if (isRestored) showToast({ kind: 'failed', text: SESSION_HAD_ENDED })
  }, [isRestored])
  const isUnsaved = () => {
    const contents = contentsOf(form.current)
    return contents !== saved.current && contents !== sent.current
  }
  const savedForm = () => formOf(saved.current)
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
  return { isDirty, look, isUnsaved, savedForm, sending }
}
