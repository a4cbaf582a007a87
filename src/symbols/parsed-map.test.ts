import { describe, expect, it } from 'vitest'
import { sourceMap } from '../../test/support/symbols/source-map.ts'
import { ParsedMap } from './parsed-map.ts'

const CONTENT = 'export function Broken({ on }) {\n  if (on) throw new Error("x")\n}'
const SCRIPT = 'x,function i({on:e}){if(e)throw Error("x")}'

/** The map of `SCRIPT`, whose minifier named nothing, as Turbopack's. */
function built(sources: string[], column = 16): ParsedMap {
  const tokens = [
    { column: 11, line: 0, sourceColumn: column },
    { column: 26, line: 1, sourceColumn: 10 },
  ]
  const map = sourceMap({ source: '', content: CONTENT, tokens })
  return new ParsedMap(JSON.stringify({ ...map, sources }))
}

const inside = { path: 'a.js', line: 1, column: 27, debugId: null, name: 'i' }

describe('a source map', () => {
  it('that names no functions leads to their names in the source', () => {
    expect(built(['src/buttons.tsx']).nameAround(inside, SCRIPT)).toBe('Broken')
    expect(built(['src/buttons.tsx'], 31).nameAround(inside, SCRIPT)).toBeNull()
  })

  it.each([
    [['shop/app/page.tsx', 'shop/./lib/cart.ts'], 'app/page.tsx'],
    [['webpack://@acme/shop/app/page.tsx', 'webpack://@acme/shop/./lib/cart.ts'], 'app/page.tsx'],
    [['shop/?9c56', 'shop/./lib/cart.ts'], 'webpack/generated'],
    [['shop/app/page.tsx', './lib/cart.ts'], 'shop/app/page.tsx'],
    [['turbopack:///[project]/app/%5Bid%5D/page.tsx'], 'app/[id]/page.tsx'],
  ])('of %j names the first one %s', (sources, file) => {
    expect(built(sources).find(1, 12)?.file).toBe(file)
  })
})
