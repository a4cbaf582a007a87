import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('quotes what has commas, quotes or breaks', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', ''])).toBe('a,"b,c","say ""hi""","two\nlines",\r\n')
})

it.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"\r\n`],
  ['+1', "'+1\r\n"],
  ['-1', "'-1\r\n"],
  ['@SUM(A1)', "'@SUM(A1)\r\n"],
  ['\t=1', "'\t=1\r\n"],
  ['\r=1', `"'\r=1"\r\n`],
])('%j stays a text in a spreadsheet', (cell, line) => {
  expect(csvLine([cell])).toBe(line)
})
