import { expect, it } from 'vitest'
import { Opened } from './opened.ts'

it('closes everything, the last one first, also if one of them fails', async () => {
  const opened = new Opened()
  const closed: string[] = []
  opened.add(() => closed.push('lock'))
  opened.add(async () => Promise.reject(new Error('the database is away')))
  opened.add(() => closed.push('server'))
  await expect(opened.close()).rejects.toThrow('the database is away')
  expect(closed).toEqual(['server', 'lock'])
})
