import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commentParts } from './comment-parts.ts'

const ADA = { id: '1', name: 'Ada Lovelace', email: 'ada@example.com' }
const BOB = { id: '2', name: 'Bob', email: 'bob@example.com' }
const partsOf = (body: string) => commentParts(body, [ADA, BOB])

describe('a comment on the screen', () => {
  it('links addresses without the marks of the sentence around them', () => {
    expect(partsOf('see https://x.example/a_(b)?c=1, and (http://y.example/).')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'link', text: 'https://x.example/a_(b)?c=1', url: 'https://x.example/a_(b)?c=1' },
      { kind: 'text', text: ', and (' },
      { kind: 'link', text: 'http://y.example/', url: 'http://y.example/' },
      { kind: 'text', text: ').' },
    ])
  })

  it('links nothing but addresses of the web', () => {
    for (const body of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'x.example', 'file:///etc']) {
      expect(partsOf(body)).toEqual([{ kind: 'text', text: body }])
    }
  })

  it('marks those it tells, as they are told, and nobody in an address', () => {
    expect(partsOf('@ada. or @AdaLovelace, not a@bob or @nobody')).toEqual([
      { kind: 'mention', text: '@ada', id: '1' },
      { kind: 'text', text: '. or ' },
      { kind: 'mention', text: '@AdaLovelace', id: '1' },
      { kind: 'text', text: ', not a@bob or @nobody' },
    ])
    expect(partsOf('https://x.example/@ada').map(({ kind }) => kind)).toEqual(['link'])
  })

  it('loses nothing of what was written', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('https://x.example/', ')', '(', '.', ' ', '@ada', '@bob@example.com', '\n'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const body = pieces.join('')
        expect(
          partsOf(body)
            .map(({ text }) => text)
            .join(''),
        ).toBe(body)
      }),
    )
  })
})
