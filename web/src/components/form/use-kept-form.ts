import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sessionQuery } from '../../api/account/session.ts'
import { dropWork, keepWork, keptWork } from '../../session/unsaved-work.ts'
import { fillForm, keepableContents } from './form-contents.ts'

interface KeptForm {
  /** Tells it from the other forms of the screen. */
  name: string
  /** Whether there is something to keep. */
  isUnsaved: () => boolean
}

/**
 * Fills the form in again if it had unsaved contents when the session ended, and the same person is back at the same
 * address. True from then on.
 */
export function useKeptForm(form: { current: HTMLFormElement | null }, kept: KeptForm): boolean {
  const [isRestored, setRestored] = useState(false)
  const userId = useQuery(sessionQuery).data?.user.id
  const latest = useRef(kept)
  latest.current = kept
  useEffect(() => {
    const { name } = latest.current
    if (form.current === null || userId === undefined) return
    const contents = keptWork(name, { userId, href: location.href })
    if (!(contents instanceof FormData)) return
    dropWork(name)
    fillForm(form.current, contents)
    setRestored(true)
  }, [form, userId])
  // Its clean-up still has the form.
  useLayoutEffect(
    () => () => {
      const { name, isUnsaved } = latest.current
      if (form.current !== null && isUnsaved()) keepWork(name, keepableContents(form.current))
    },
    [form],
  )
  return isRestored
}
