import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/timing.ts'
import { readClassLine } from './class-line.ts'
import { type ClassMapping, readClassMapping } from './class-mapping.ts'
import { type Mapping, type ObfuscatedCall, retrace } from './retrace.ts'

/** The mapping of a text, as a file on disk gives it class by class. */
function mappingOf(text: string): Mapping {
  const classes = new Map<string, ClassMapping>()
  const blocks = text.split(/\n(?=[^\s#])/)
  for (const block of blocks) {
    const end = `${block}\n`.indexOf('\n')
    const line = readClassLine(block.slice(0, end))
    if (line) classes.set(line.obfuscated, readClassMapping(line.original, block.slice(end + 1)))
  }
  return {
    classNamed: (name) => classes.get(name) ?? null,
    fileOf: (name) => [...classes.values()].find(({ original }) => original === name)?.file ?? null,
  }
}

const SHOP = `# compiler: R8
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
com.shop.Cart -> a.b:
# {"id":"sourceFile","fileName":"Shop.kt"}
    int total -> a
    1:3:void pay(int):10:12 -> a
    4:4:void com.shop.Money.add(int):55:55 -> a
    4:4:void pay(int):14 -> a
    5:5:int com.shop.Money.sum():60:60 -> a
    5:5:void com.shop.Money.add(int):56 -> a
    5:5:void pay(int):15 -> a
    void clear() -> b
    void clear(int) -> b
    1:2:void open():20:21 -> c
    3:4:void close():30:31 -> c
    void single():77 -> d
    0:65535:void whole():40:40 -> e
    1:9:void asWritten() -> f
    void g1() -> g
    void g2() -> g
    void g3() -> g
    void g4() -> g
    1:1:void com.shop.Money.a():7:7 -> h
    1:1:void b():8 -> h
    0:0:void plain():3:3 -> i
    1:2:void lined():9:9 -> i
com.shop.Money -> a.c:
    void unused() -> a
com.shop.MainKt$lambda$1 -> a.d:
    1:1:void invoke():5:5 -> a
      # {"id":"com.android.tools.r8.synthesized"}
com.shop.Bridge -> a.e:
    1:1:void com.shop.Money.real():9:9 -> a
    1:1:void access$real():0 -> a
      # {"id":"com.android.tools.r8.synthesized"}
com.shop.Broke -> x:`

const shop = mappingOf(SHOP)

function calls(method: string, line: number | null, of = 'a.b') {
  const call: ObfuscatedCall = { class: of, method, line }
  const [found] = retrace({ thrown: null, calls: [call] }, shop).calls
  return found?.map((each) => `${each.class}.${each.method}:${each.line} ${each.file}`)
}

describe('a call', () => {
  test.each<[string, string, number | null, string[]]>([
    ['in a range of lines', 'a', 2, ['com.shop.Cart.pay:11 Shop.kt']],
    ['in the last line of one', 'a', 3, ['com.shop.Cart.pay:12 Shop.kt']],
    ['in code that was inlined', 'a', 4, ['com.shop.Money.add:55 Money.kt', 'com.shop.Cart.pay:14 Shop.kt']],
    [
      'in code that was inlined into inlined code',
      'a',
      5,
      ['com.shop.Money.sum:60 Money.kt', 'com.shop.Money.add:56 Money.kt', 'com.shop.Cart.pay:15 Shop.kt'],
    ],
    ['of overloads without lines', 'b', null, ['com.shop.Cart.clear:null Shop.kt']],
    ['of overloads without ranges, in a line', 'b', 7, ['com.shop.Cart.clear:null Shop.kt']],
    ['of two methods, in the line of one', 'c', 4, ['com.shop.Cart.close:31 Shop.kt']],
    ['of two methods without a line', 'c', null, ['com.shop.Cart.open|close:null Shop.kt']],
    ['of many methods without a line', 'g', null, ['com.shop.Cart.g:null Shop.kt']],
    [
      'of inlined code without a line',
      'h',
      null,
      ['com.shop.Money.a:7 Money.kt', 'com.shop.Cart.b:8 Shop.kt'],
    ],
    ['of a method with lines and without, without one', 'i', null, ['com.shop.Cart.plain:3 Shop.kt']],
    ['of a method with lines and without, in one', 'i', 2, ['com.shop.Cart.lined:9 Shop.kt']],
    ['of one method without a line', 'a', null, ['com.shop.Cart.pay:null Shop.kt']],
    ['of a method in one line', 'd', null, ['com.shop.Cart.single:77 Shop.kt']],
    ['of a method whose lines were thrown away', 'e', 1234, ['com.shop.Cart.whole:40 Shop.kt']],
    ['of a method whose lines are as they were', 'f', 8, ['com.shop.Cart.asWritten:8 Shop.kt']],
    ['of a method that kept its name', '<init>', 3, ['com.shop.Cart.<init>:3 Shop.kt']],
  ])('%s', (_, method, line, expected) => {
    expect(calls(method, line)).toEqual(expected)
  })

  test('of a class that the mapping does not name stays', () => {
    expect(calls('a', 1, 'java.util.ArrayList')).toBeUndefined()
  })

  test('that the compiler made is left out beside one that was written, and only there', () => {
    expect(calls('a', 1, 'a.e')).toEqual(['com.shop.Money.real:9 Money.java'])
    expect(calls('a', 1, 'a.d')).toEqual(['com.shop.MainKt$lambda$1.invoke:5 Main.kt'])
  })
})

describe('a stack', () => {
  test('names the class of the exception', () => {
    const stack = { calls: [] }
    expect(retrace({ ...stack, thrown: 'x' }, shop).thrown).toBe('com.shop.Broke')
    expect(retrace({ ...stack, thrown: 'java.io.IOException' }, shop).thrown).toBeNull()
  })

  test('lacks calls that R8 added to check for null', () => {
    const mapping = mappingOf(`com.shop.Cart -> a:
    4:4:void com.shop.Check.notNull():8:8 -> a
    4:4:void pay():14 -> a
    # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}`)
    const named = (thrown: string) =>
      retrace({ thrown, calls: [{ class: 'a', method: 'a', line: 4 }] }, mapping).calls[0]
    expect(named('java.lang.NullPointerException')).toMatchObject([{ method: 'pay', line: 14 }])
    expect(named('java.lang.IllegalStateException')).toMatchObject([{ method: 'notNull' }, { method: 'pay' }])
  })

  test('has the lines of code that R8 moved out of its method', () => {
    const mapping = mappingOf(`Outline -> o:
    1:1:int moved():0:0 -> a
    # {"id":"com.android.tools.r8.outline"}
    2:2:int moved():1:1 -> a
com.shop.Cart -> a:
    4:4:int pay():23:23 -> s
    5:5:int com.shop.Money.add():98:98 -> s
    5:5:int pay():24 -> s
    27:27:int pay():0:0 -> s
    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"Lo;a()I"}`)
    const at = (line: number) =>
      retrace(
        {
          thrown: null,
          calls: [
            { class: 'o', method: 'a', line },
            { class: 'a', method: 's', line: 27 },
          ],
        },
        mapping,
      ).calls
    expect(at(1)).toMatchObject([[], [{ method: 'pay', line: 23 }]])
    expect(at(2)).toMatchObject([
      [],
      [
        { class: 'com.shop.Money', method: 'add', line: 98 },
        { method: 'pay', line: 24 },
      ],
    ])
  })
})

test.each([
  ['com.shop.Cart -> a.b:', { original: 'com.shop.Cart', obfuscated: 'a.b' }],
  ['com.shop.Cart -> a.b:\r', { original: 'com.shop.Cart', obfuscated: 'a.b' }],
  ['    int total -> a', null],
  ['# com.shop.Cart -> a.b:', null],
  ['see a -> b', null],
  ['-> a:', null],
])('%s as the line of a class', (line, expected) => {
  expect(readClassLine(line)).toEqual(expected)
})

test('takes no longer per note the more notes a method has', () => {
  const note = `# {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Lx;)"],"actions":["removeInnerFrames(1)"]}`
  const block = ['1:1:void pay():1:1 -> a', ...Array<string>(20_000).fill(note)].join('\n')
  expect(cpuMsOf(() => readClassMapping('com.shop.Cart', block))).toBeLessThan(2000)
  const notes = readClassMapping('com.shop.Cart', block).methods.get('a')![0]!.notes
  expect(notes.leavesOut).toHaveLength(20_000)
})

test.each<[string, (n: number) => string]>([
  ['ranges', (n) => `${n}:${n}:void pay() -> a`],
  ['inlined calls', () => '1:1:void pay():1:1 -> a'],
  ['methods', (n) => `void pay${n}() -> a`],
])('of a name with hundreds of thousands of %s nothing is known', (_, line) => {
  const lines = Array.from({ length: 200_000 }, (_, n) => line(n)).join('\n    ')
  const mapping = mappingOf(`com.shop.Cart -> a:\n    ${lines}\n    void clear() -> b`)
  const calls = Array.from({ length: 1000 }, () => ({ class: 'a', method: 'a', line: 1 }))
  const named = (given: ObfuscatedCall[]) => retrace({ thrown: null, calls: given }, mapping).calls
  expect(cpuMsOf(() => named(calls))).toBeLessThan(1000)
  expect(named(calls)[0]).toMatchObject([{ class: 'com.shop.Cart', method: 'a' }])
  expect(named([{ class: 'a', method: 'b', line: null }])[0]).toMatchObject([{ method: 'clear' }])
})

test.each([
  ['Shop\\u0000.kt', 'Shop\ufffd.kt'],
  ['Shop\\ud800.kt', 'Shop\ufffd.kt'],
])('%s as the file of a class can be stored', (fileName, expected) => {
  const { file } = readClassMapping('com.shop.Cart', `# {"id":"sourceFile","fileName":"${fileName}"}`)
  expect(file).toBe(expected)
})
