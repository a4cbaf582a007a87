import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sessionQuery } from '../api/account/session.ts'
import { dropWork, keepWork, keptWork } from './unsaved-work.ts'

/**
 * A state that is there again if the end of the session closed its screen, and the same person is back at the same
 * address.
 * @param name tells it from the other kept states and forms of the screen
 */
export function useKeptState<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const userId = useQueryClient().getQueryData(sessionQuery.queryKey)?.user.id
  const [state, setState] = useState(() => {
    const kept = userId === undefined ? undefined : keptWork(name, { userId, href: location.href })
    return kept === undefined ? initial : (kept as T)
  })
  const latest = useRef(state)
  latest.current = state
  useEffect(() => dropWork(name), [name])
  useLayoutEffect(() => () => keepWork(name, latest.current), [name])
  return [state, setState]
}
