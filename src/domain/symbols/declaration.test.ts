import { describe, expect, it } from 'vitest'
import { beginningName, declarationBefore } from './declaration.ts'

/** The place of `^` in a script is in the function of this name. */
function declared(script: string, name: string): string | null {
  const line = script.slice(0, script.indexOf('^')).split('\n').length - 1
  const column = script.split('\n')[line]!.indexOf('^')
  const found = declarationBefore(script, { line, column }, name)
  return found === null ? null : script.split('\n')[found.line]!.slice(found.column)
}

describe('the declaration of a minified function', () => {
  it.each([
    ['function pT({order:e}){return ^e.total}', 'pT', 'pT({order:e'],
    ['function*g(){^}', 'g', 'g(){^}'],
    ['async function pT(){^}', 'async pT', 'pT(){^}'],
    ['const a=1,b=e=>e^.x', 'b', 'b=e=>e^.x'],
    ['let b=async({order:e,...t})=>{^}', 'b', 'b=async({or'],
    ['var b=function(){^}', 'b', 'b=function('],
    ['function t(){}function t(){^t()}', 't', 't(){^t()}'],
    ['//\nfunction t(){^}', 't', 't(){^}'],
  ])('in %j of %s', (script, name, rest) => {
    expect(declared(script, name)?.startsWith(rest)).toBe(true)
  })

  it.each([
    ['another function only', 'function pTx(){}pT();^', 'pT'],
    ['a later one only', '^;function t(){}', 't'],
    ['one of another line only', 'function t(){\n^}', 't'],
    ['a member of that name', 'o.t=function(){^}', 't'],
    ['a call of that name', 't(e=>^)', 't'],
    ['a name that was written', 'function charge(){^}', 'charge'],
    ['a method', 'class a{t(){^}}', 'a.t'],
    ['no such line', '^', 't'],
  ])('is not %s', (_what, script, name) => {
    expect(declared(script, name)).toBeNull()
  })

  it('is not looked for over a whole script, however often it is used', () => {
    const uses = 't();'.repeat(200_000)
    expect(declared(`function t(){${uses}^}`, 't')).toBeNull()
    expect(declarationBefore('\n'.repeat(100_000), { line: 90_000, column: 0 }, 't')).toBeNull()
  })
})

it.each([
  ['Broken({ on }) {', 'Broken'],
  ['function Broken({ on }) {', 'Broken'],
  ['async function* $load() {', '$load'],
  ['const Broken = () => null', null],
  ['function (cart) {', null],
  ['async (cart) => {', null],
  ['(cart) => 1)', null],
  ['', null],
])('the source %j begins with the name %j', (text, name) => {
  expect(beginningName(text)).toBe(name)
})
