import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explained } from './explain.ts'
import { debugIdIn, inlineMap, sourceMapReference } from './file-marks.ts'
import { mapNamesBeside, resolveReference, scriptNames, urlPrefix } from './file-names.ts'
import { namespaceOf, sourcePath } from './source-path.ts'

describe('scriptNames', () => {
  it.each([
    [
      'https://a.example.com/js/app.js?v=1#x',
      ['~/js/app.js?v=1', '~/js/app.js', '/js/app.js', 'js/app.js', '~/app.js', 'app.js'],
    ],
    ['app:///main.js', ['~/main.js', '/main.js', 'main.js']],
    [
      '/srv/dist/main.js',
      [
        '/srv/dist/main.js',
        '~/srv/dist/main.js',
        'srv/dist/main.js',
        '~/dist/main.js',
        '~/main.js',
        'main.js',
      ],
    ],
  ])('of %s', (path, names) => {
    expect(scriptNames(path)).toEqual(names)
  })

  it('are few, whatever the path is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), fc.nat(50), (text, folders) => {
        const path = `${'a/'.repeat(folders)}${text}`
        expect(scriptNames(path).length).toBeLessThan(14)
      }),
    )
  })
})

it('a map beside a script has its query behind either name', () => {
  expect(mapNamesBeside(['~/app.js?v=1', '~/app.js'])).toEqual([
    '~/app.js?v=1.map',
    '~/app.js.map?v=1',
    '~/app.js.map',
  ])
})

it.each([
  ['https://a/js/app.js', 'app.js.map', 'https://a/js/app.js.map'],
  ['https://a/js/app.js?x=/y', '../maps/./app.map?z#q', 'https://a/maps/app.map?z'],
  ['https://a/js/app.js', 'https://b/c.map?z#q', 'https://b/c.map?z'],
  ['https://a/js/app.js', '?z', undefined],
  ['https://a/js/app.js', '/app.map', 'https://a/app.map'],
  ['https://a/js/app.js', '../../../../app.map', 'https://a/app.map'],
  ['https://a/js/app.js', 'https://b/c.map', 'https://b/c.map'],
  ['~/js/app.js', 'app.map', '~/js/app.map'],
  ['https://a/js/app.js', '', undefined],
])('from %s, %s leads to %s', (script, reference, target) => {
  expect(resolveReference(script, reference)).toBe(target)
})

it.each([
  ['x\n//# sourceMappingURL=a.map\n', 'a.map'],
  ['//# sourceMappingURL=a.map\n//# sourceMappingURL=b.map\n//# debugId=1', 'b.map'],
  ['/*# sourceMappingURL=a.map */', 'a.map'],
  ['//@ sourceMappingURL=a.map', 'a.map'],
  ['const text = "sourceMappingURL=a.map"', undefined],
])('the reference in %j is %j', (script, reference) => {
  expect(sourceMapReference(script)).toBe(reference)
})

it('a debug id is read from scripts and maps, in one spelling', () => {
  const id = '9a4c8cfe-1b2d-5afe-98e9-f9aea4e2a7c8'
  const bytes = (text: string) => Buffer.from(text)
  expect(debugIdIn(bytes(`x()\n//# debugId=${id.toUpperCase()}\n`), false)).toBe(id)
  expect(debugIdIn(bytes(JSON.stringify({ version: 3, debug_id: id.replaceAll('-', '') })), true)).toBe(id)
  expect(debugIdIn(bytes(`{"debugId": "${id}"}`), true)).toBe(id)
  expect(debugIdIn(bytes('{"debugId": "none"}'), true)).toBeNull()
})

it('an inline map is read in both encodings', () => {
  expect(inlineMap(`data:application/json;base64,${Buffer.from('{"ä":1}').toString('base64')}`)).toBe(
    '{"ä":1}',
  )
  expect(inlineMap('data:application/json,%7B%22a%22%3A1%7D')).toBe('{"a":1}')
  expect(inlineMap('data:application/json,%')).toBeUndefined()
  expect(inlineMap('app.js.map')).toBeUndefined()
})

it.each([
  ['webpack://shop/./src/pay.ts', 'src/pay.ts'],
  ['webpack:///./src/App.vue?4f7e', 'src/App.vue'],
  ['webpack://@acme/shop/./src/pay.ts', 'src/pay.ts'],
  ['shop/./src/pay.ts', 'src/pay.ts'],
  ['shop/../src/pay.ts', 'shop/../src/pay.ts'],
  ['turbopack:///[project]/app/page.tsx', 'app/page.tsx'],
  ['../../src/pay.ts', 'src/pay.ts'],
  ['/srv/app/pay.ts', '/srv/app/pay.ts'],
  ['https://a.example.com/src/pay.ts', 'src/pay.ts'],
  ['file:///srv/app/pay.ts', 'srv/app/pay.ts'],
  ['turbopack:///[project]/app/orders/%5Bid%5D/page.tsx', 'app/orders/[id]/page.tsx'],
  ['src/100%.ts', 'src/100%.ts'],
  ['webpack://shop/?3f2a', 'webpack/generated'],
  ['?3f2a', 'webpack/generated'],
])('the source %s is known as %s', (source, path) => {
  expect(sourcePath(source)).toBe(path)
})

it.each([
  [['webpack/runtime', 'shop/app/page.tsx', 'shop/./lib/cart.ts'], 'shop/'],
  [['webpack://@acme/shop/app/page.tsx', 'webpack://@acme/shop/./lib/cart.ts'], 'webpack://@acme/shop/'],
  [[null, 'webpack:///./lib/cart.ts', '../src/./pay.ts', './src/./pay.ts', 'src/pay.ts'], ''],
])('%j have the namespace %j', (sources, namespace) => {
  expect(namespaceOf(sources)).toBe(namespace)
})

const commandOf = (release: string, dist = '', path = 'https://a/js/app.js') => {
  const place = { path, line: 1, column: 1, debugId: null, name: null }
  return explained({ status: 'missing', message: 'none' }, place, { project: 'p', release, dist }).command
}

it.each([
  ['shop@1.0.0+5', 'shop@1.0.0+5'],
  ['my shop (build 5)', "'my shop (build 5)'"],
  ['läden@1', "'läden@1'"],
  ['$(x)', "'$(x)'"],
  ['@splat', "'@splat'"],
  ['a,b', "'a,b'"],
  ['', 'VERSION'],
  ["1'; rm -rf /\u001b[2K\n#", 'VERSION'],
  ['1\u2019; calc; \u2019', 'VERSION'],
  ['1.0 & calc', 'VERSION'],
  ['1 | more', 'VERSION'],
  ['%COMSPEC%', 'VERSION'],
  ['`x`', 'VERSION'],
  ['a"b', 'VERSION'],
  ['--url=https://evil.example', 'VERSION'],
  ['-h', 'VERSION'],
  ['1\u202e0', 'VERSION'],
])('the command names the release %j as one word of every shell', (release, shown) => {
  expect(commandOf(release)).toBe(
    `sentry-cli sourcemaps upload --project p --release ${shown} --url-prefix '~/js' ./dist`,
  )
})

it('the command names what else a client chose in the same way', () => {
  expect(commandOf('1', "x'y", "https://a/it's/app.js")).toBe(
    'sentry-cli sourcemaps upload --project p --release 1 --dist DIST --url-prefix URL_PREFIX ./dist',
  )
  expect(urlPrefix('https://a/js/app.js')).toBe('~/js')
})
