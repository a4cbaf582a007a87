import { expect, test } from 'vitest'
import { searchedTags } from '../event/searched-tags.ts'
import { breadcrumbs, stackFrames } from '../event/view.ts'
import { previewFingerprint } from '../grouping/preview.ts'
import { groupEvent } from '../grouping/v1/fingerprint.ts'
import type { JsonObject } from '../json/json.ts'
import { scrubEventText } from '../scrub/scrub.ts'
import { normaliseEvent } from './event.ts'

/** As text: in a literal, `__proto__` would set the prototype. */
function eventWith(name: string): string {
  const key = JSON.stringify(name)
  const frame = `{"function":${key},"module":${key},"platform":${key},"filename":"${name}.js","in_app":true,"vars":{${key}:"local"}}`
  return `{
    "platform": "node", "transaction": ${key}, "logger": ${key}, "release": ${key}, "environment": ${key},
    "exception": {"values": [{"type": ${key}, "value": ${key}, "stacktrace": {"frames": [${frame}]},
      "mechanism": {"type": ${key}, "data": {${key}: "mechanism"}}}]},
    "threads": [{"id": 1, "name": ${key}, "stacktrace": {"frames": [${frame}]}}],
    "tags": {${key}: "tag"}, "extra": {${key}: "extra"}, "modules": {${key}: "1.2.3"},
    "contexts": {${key}: {${key}: "context"}, "app": {${key}: "nested"},
      "browser": {"name": ${key}}, "os": {"name": ${key}}, "runtime": {"name": ${key}, "version": ${key}}},
    "request": {"url": "https://shop.example/${name}", "headers": {${key}: "header"}, "data": {${key}: "data"}},
    "user": {"id": ${key}, ${key}: "user"},
    "breadcrumbs": [{"category": ${key}, "message": ${key}, "data": {${key}: "crumb"}}],
    "fingerprint": ["{{ default }}", ${key}], "${name}": "unknown field"
  }`
}

const VALUES = [
  'local',
  'tag',
  'extra',
  '1.2.3',
  'context',
  'nested',
  'data',
  'crumb',
  'unknown field',
  'mechanism',
]

test.each([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'toJSON',
])('nothing of an event is lost or broken by the name %s, wherever it stands', (name) => {
  const sent = eventWith(name)
  const preview = previewFingerprint(JSON.parse(sent) as JsonObject)
  expect(preview).toMatchObject({ title: name, release: name, userKey: `id:${name}` })
  const event = normaliseEvent(scrubEventText(sent)!, { receivedAt: 0, retentionDays: 90 })
  expect(event).toMatchObject({ title: name, release: name, environment: name })
  // Nothing that was found where every object inherits it: no engine can bind that.
  expect(event).toMatchObject({ browserName: name, osName: name, runtimeName: name })
  const kept = JSON.parse(JSON.stringify(event.payload)) as JsonObject
  const text = JSON.stringify(kept)
  const key = name === '__proto__' ? '[__proto__]' : name
  for (const value of VALUES) expect(text, value).toContain(`"${key}":"${value}"`)
  const [frame] = stackFrames(kept)
  expect(frame).toMatchObject({ function: name, filename: `${name}.js` })
  expect(Object.entries(frame!.vars!)).toEqual([[key, 'local']])
  expect(Object.entries(breadcrumbs(kept)[0]!.data!)).toEqual([[key, 'crumb']])
  if (name !== '__proto__') expect(searchedTags(kept)).toContainEqual([name, 'tag'])
  expect(groupEvent(event).keys[0]).toMatch(/^[0-9a-f]+$/)
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect(({} as { local?: unknown }).local).toBeUndefined()
})
