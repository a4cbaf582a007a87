import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { sessionQuery } from '../api/account/session.ts'
import { keepTyped, noteSessionEnd, takeInterrupted, takeTyped } from './session-end.ts'

const FIELDS = new FormData()
FIELDS.set('name', 'shop')

/** The session of this person ends. */
function end(id: string): void {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id } } as never)
  noteSessionEnd(queryClient)
}

test('only the person who typed something gets it back, once, at the same address', () => {
  end('ada')
  keepTyped('/settings?tab=privacy', FIELDS)
  expect(takeTyped('/settings?tab=filters', 'ada')).toBeUndefined()
  expect(takeTyped('/settings?tab=privacy', 'ada')).toBe(FIELDS)
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
