import { expect, it } from 'vitest'
import { placesWith } from './jump-places.ts'

const place = (label: string, hint: string) => ({ key: label + hint, label, hint, go: () => {} })
const PLACES = [
  place('Alerts', 'page'),
  place('my-web', 'project'),
  place('web-shop', 'project'),
  place('web-shop', 'project settings'),
]
const found = (text: string) => placesWith(PLACES, text).map(({ label, hint }) => `${label} ${hint}`)

it('a place is found by all words of its name and kind, a name that begins with the text first', () => {
  expect(found('')).toHaveLength(4)
  expect(found('WEB')).toEqual(['web-shop project', 'web-shop project settings', 'my-web project'])
  expect(found(' settings  shop ')).toEqual(['web-shop project settings'])
  expect(found('alerts project')).toEqual([])
})
