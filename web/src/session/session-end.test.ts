import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { sessionQuery } from '../api/account/session.ts'
import { keepTyped, noteSessionEnd, takeInterrupted, takeTyped } from './session-end.ts'

const FIELDS = [['name', 'shop']] as const

/** The session of this person ends. */
function end(id: string): void {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id } } as never)
  noteSessionEnd(queryClient)
}

test('what was typed is for the person who typed it, at the same address, once', () => {
  end('ada')
  keepTyped('/settings?tab=privacy', FIELDS)
  expect(takeTyped('/settings?tab=filters', 'ada')).toBeUndefined()
  expect(takeTyped('/settings?tab=privacy', 'ada')).toEqual(FIELDS)
  expect(takeTyped('/settings?tab=privacy', 'ada')).toBeUndefined()
  keepTyped('/settings?tab=privacy', FIELDS)
  expect(takeTyped('/settings?tab=privacy', 'eve')).toBeUndefined()
  expect(takeTyped('/settings?tab=privacy', 'ada')).toBeUndefined()
})

test('a form that closes while the session goes on keeps nothing', () => {
  end('ada')
  takeInterrupted('ada')
  keepTyped('/settings', FIELDS)
  expect(takeTyped('/settings', 'ada')).toBeUndefined()
})
