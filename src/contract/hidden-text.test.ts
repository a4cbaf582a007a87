import { describe, expect, test } from 'vitest'
import { hidesText, replaceHidden, shownName } from './hidden-text.ts'

const marked = (text: string) => replaceHidden(text, (hidden) => `<${hidden.codePointAt(0)!.toString(16)}>`)

describe('hidden text', () => {
  test.each([
    ['a direction override', 'photo_\u202egpj.exe', 'photo_<202e>gpj.exe'],
    ['a zero-width space', 'pay\u200bpal', 'pay<200b>pal'],
    ['joiners in plain letters', 'pay\u200dpal\u200c', 'pay<200d>pal<200c>'],
    ['a soft hyphen', 'pay\u00adpal', 'pay<ad>pal'],
    ['a terminal sequence', '\u001b[31mred', '<1b>[31mred'],
    ['line ends of other kinds', 'a\u2028b\u2029c\u0085d\re', 'a<2028>b<2029>c<85>d<d>e'],
    ['fillers that look like nothing', '\u3164\u115f\u2800', '<3164><115f><2800>'],
    ['letters in tags', 'x\u{e0041}\u{e0042}', 'x<e0041><e0042>'],
    [
      'bytes in variation selectors',
      'a\ufe01\u{1f642}\ufe0f\ufe01\u{e0101}',
      'a<fe01>\u{1f642}\ufe0f<fe01><e0101>',
    ],
    ['a joiner behind another hidden character', '\u4e2d\u200b\u200d', '\u4e2d<200b><200d>'],
    ['a pile of marks', `a${'\u0301'.repeat(40)}b`, 'a<301>b'],
  ])('is found: %s', (_, text, shown) => {
    expect(marked(text)).toBe(shown)
    expect(hidesText(text)).toBe(true)
  })

  test.each([
    ['tabs and line ends', 'a\tb\nc\r\nd'],
    ['a family', '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
    ['a key cap', '1\ufe0f\u20e3'],
    ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Hindi', '\u0915\u094d\u200d\u0937'],
    ['a variant of an ideograph', '\u845b\u{e0100}'],
    ['Vietnamese with marks apart', 'Vie\u0323\u0302t'],
    ['wide blanks', 'a\u00a0b\u3000c'],
  ])('is not what people write: %s', (_, text) => {
    expect(marked(text)).toBe(text)
    expect(hidesText(text)).toBe(false)
  })

  test('a name is one line of what can be seen', () => {
    expect(shownName('Ada\u202e\r\nBcc:\tv@example.com\u200b\u2028!')).toBe('Ada Bcc: v@example.com !')
  })
})
