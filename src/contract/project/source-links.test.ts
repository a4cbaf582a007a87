import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSourceLinks, sourceLink } from './source-links.ts'

const REPOSITORY = 'https://github.com/acme/shop/blob'
const frame = (given: { filename?: string; abs_path?: string; module?: string; lineno?: number | null }) => ({
  ...{ filename: null, abs_path: null, module: null, lineno: 12, in_app: true },
  ...given,
})
const linkOf = (text: string, given: Parameters<typeof frame>[0], release = 'shop@1.4.2+b7') =>
  sourceLink(readSourceLinks(text).rules, frame(given), release)

describe('a rule without a prefix', () => {
  const rule = `${REPOSITORY}/v{version}/{path}#L{line}`
  test.each([
    ['Python', { filename: 'shop/billing.py', abs_path: '/app/shop/billing.py' }, 'shop/billing.py'],
    [
      'Node with a source map',
      { filename: 'app:///src/pay.ts', abs_path: 'app:///src/pay.ts' },
      'src/pay.ts',
    ],
    ['webpack', { filename: 'webpack://shop/./src/pay.ts' }, 'src/pay.ts'],
    ['webpack without a name', { filename: 'webpack:///./src/pay.ts?1a2b' }, 'src/pay.ts'],
    ['a map beside its folder', { filename: '../../src/pay.ts' }, 'src/pay.ts'],
    ['an uploaded file', { filename: '~/src/pay.ts' }, 'src/pay.ts'],
    ['Java', { filename: 'Billing.java', module: 'com.acme.shop.Billing$Job' }, 'com/acme/shop/Billing.java'],
    ['Kotlin', { filename: 'App.kt', module: 'com.acme.AppKt' }, 'com/acme/App.kt'],
    ['Windows', { filename: 'Shop\\Billing.cs' }, 'Shop/Billing.cs'],
    ['a name to escape', { filename: 'src/[id]/a b#c.ts' }, 'src/%5Bid%5D/a%20b'],
  ])('knows the path of %s', (_, given, path) => {
    expect(linkOf(rule, given)).toBe(`${REPOSITORY}/v1.4.2/${path}#L12`)
  })

  test.each([
    ['an absolute path', { filename: '/app/shop/billing.py' }],
    ['a path of Windows', { filename: 'C:\\shop\\Billing.cs' }],
    ['a script of a page', { filename: 'https://shop.example.com/static/main.1a2b.js' }],
    ['a module of Node', { filename: 'node:internal/timers' }],
    ['a path that leaves the repository', { filename: 'src/../../../settings' }],
    ['no file', {}],
  ])('shows nothing for %s', (_, given) => {
    expect(linkOf(rule, given)).toBeNull()
  })

  test('shows nothing for code of libraries', () => {
    const library = { ...frame({ filename: 'lib/pay.py' }), in_app: false }
    expect(sourceLink(readSourceLinks(rule).rules, library, '')).toBeNull()
  })
})

test('the first rule whose prefix begins a path decides', () => {
  const text = `# services
/srv/api/ -> ${REPOSITORY}/{release}/api/{path}#L{line}
https://shop.example.com/static -> ${REPOSITORY}/main/web/{path}
C:\\build\\ -> ${REPOSITORY}/main/desktop/{path}

${REPOSITORY}/main/{path}`
  expect(linkOf(text, { filename: 'api/pay.go', abs_path: '/srv/api/pay.go' })).toBe(
    `${REPOSITORY}/shop%401.4.2%2Bb7/api/pay.go#L12`,
  )
  expect(linkOf(text, { filename: 'https://shop.example.com/static/a/b.js' })).toBe(
    `${REPOSITORY}/main/web/a/b.js`,
  )
  expect(linkOf(text, { abs_path: 'C:\\build\\Shop\\App.cs' })).toBe(`${REPOSITORY}/main/desktop/Shop/App.cs`)
  expect(linkOf(text, { filename: 'lib/pay.rb' })).toBe(`${REPOSITORY}/main/lib/pay.rb`)
})

test('an event without a release leads to the newest code, a frame without a line to the first', () => {
  expect(linkOf(`${REPOSITORY}/{release}/{path}#L{line}`, { filename: 'a.py', lineno: null }, '')).toBe(
    `${REPOSITORY}/HEAD/a.py#L1`,
  )
})

test.each([
  ['ftp://example.com/{path}', /^Line 1: Use a URL that begins with https/],
  ['javascript:alert(1)//{path}', /^Line 1: Use a URL/],
  ['# fine\n/app/ -> {path}', /^Line 2: Use a URL/],
  ['https://example.com/{path}/{commit}', /^Line 1: There is no \{commit\}/],
  ['https://example.com{path}', /^Line 1: Use a URL/],
  ['https://{release}.example.com/{path}', /^Line 1: Use a URL/],
  ['https://example.com\\{path}', /^Line 1: Use a URL/],
  ['https://example.com?{path}', /^Line 1: Use a URL/],
  ['https://example.com/', /^Line 1: The URL needs \{path\}/],
  [`${'https://example.com/{path}\n'.repeat(21)}`, /^Line 21: Use at most 20/],
])('%j is refused, with the line and what to do', (text, said) => {
  expect(readSourceLinks(text).problem).toMatch(said)
})

test('whatever a client calls its files, a link stays where its rule says', () => {
  const rules = readSourceLinks(`/app -> ${REPOSITORY}/main/{path}\n${REPOSITORY}/{release}/{path}`).rules
  const path = fc.stringMatching(/^(?:\/app|webpack:\/\/|\.\.?|[/\\:@?#%{}a\ud800]){0,12}$/)
  fc.assert(
    fc.property(path, path, (filename, release) => {
      const link = sourceLink(rules, frame({ filename }), release)
      if (link === null) return
      expect(new URL(link).origin).toBe('https://github.com')
      expect(new URL(link).pathname).toMatch(/^\/acme\/shop\/blob\//)
      expect(link).not.toMatch(/[?#]/)
    }),
  )
})
