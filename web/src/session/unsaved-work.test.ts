import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { sessionQuery } from '../api/account/session.ts'
import { noteSessionEnd, takeInterrupted } from './session-end.ts'
import { dropWork, keepWork, keptWork } from './unsaved-work.ts'

/** The session of this person ends. */
function end(userId: string, href: string): void {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: userId } } as never)
  noteSessionEnd(queryClient, href)
}

test('only the person who entered something gets it back, at the same address', () => {
  end('ada', '/settings?tab=alerts')
  keepWork('rule', 'draft')
  keepWork('New webhook', 'fields')
  expect(keptWork('rule', { userId: 'ada', href: '/settings?tab=filters' })).toBeUndefined()
  expect(keptWork('rule', { userId: 'ada', href: '/settings?tab=alerts' })).toBe('draft')
  dropWork('rule')
  expect(keptWork('rule', { userId: 'ada', href: '/settings?tab=alerts' })).toBeUndefined()
  expect(keptWork('New webhook', { userId: 'ada', href: '/settings?tab=alerts' })).toBe('fields')
  expect(keptWork('New webhook', { userId: 'eve', href: '/settings?tab=alerts' })).toBeUndefined()
  expect(keptWork('New webhook', { userId: 'ada', href: '/settings?tab=alerts' })).toBeUndefined()
})

test('the next end of a session forgets the work of the one before', () => {
  end('ada', '/settings?tab=alerts')
  keepWork('rule', 'draft')
  takeInterrupted('ada')
  end('ada', '/settings?tab=filters')
  keepWork('settings', 'filters')
  expect(keptWork('rule', { userId: 'ada', href: '/settings?tab=alerts' })).toBeUndefined()
  expect(keptWork('settings', { userId: 'ada', href: '/settings?tab=filters' })).toBe('filters')
})

test('what closes while the session goes on is not kept', () => {
  end('ada', '/settings')
  takeInterrupted('ada')
  keepWork('settings', 'fields')
  expect(keptWork('settings', { userId: 'ada', href: '/settings' })).toBeUndefined()
})
