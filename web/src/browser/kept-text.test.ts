import { afterEach, expect, test, vi } from 'vitest'
import { keptObject, keptText } from './kept-text.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose storage is this map, or refuses everything. */
function browser(kept: Map<string, string> | null): void {
  const storage = kept && {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('window', {
    get localStorage() {
      if (storage === null) throw new Error('SecurityError')
      return storage
    },
  })
}

test('a text is kept under its name, and no longer once it is none', () => {
  const storage = new Map<string, string>()
  browser(storage)
  const text = keptText('localStorage', 'theme')
  text.write('dark')
  expect(storage.get('theme')).toBe('dark')
  expect(keptText('localStorage', 'theme').read()).toBe('dark')
  text.write(null)
  expect(storage.size).toBe(0)
  expect(text.read()).toBeNull()
})

test('what the storage refuses lasts as long as the page', () => {
  browser(null)
  const text = keptText('localStorage', 'shortcuts')
  expect(text.read()).toBeNull()
  text.write('off')
  expect(text.read()).toBe('off')
  text.write(null)
  expect(text.read()).toBeNull()
})

test('listeners hear of a change until they leave', () => {
  browser(new Map())
  const text = keptText('localStorage', 'theme')
  const heard = vi.fn()
  const leave = text.subscribe(heard)
  text.write('dark')
  leave()
  text.write('light')
  expect(heard).toHaveBeenCalledTimes(1)
})

test.each(['{"ids":', 'null'])('%s in place of an object is read as an empty one', (found) => {
  browser(new Map([['list', found]]))
  expect(keptObject(keptText('localStorage', 'list').read())).toEqual({})
})
