import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCommandLine, readOptions } from './read-options.ts'

const COMMANDS = ['serve', 'verify', 'org create', 'user create']

describe('a command line', () => {
  const option = fc.oneof(
    fc.constantFrom('--json', '-h', '--name=serve', '--email=verify', '--unknown=1').map((text) => [text]),
    fc.tuple(
      fc.constantFrom('--name', '--email', '--scope', '--password'),
      // Values that look like commands are values.
      fc.constantFrom('serve', 'verify', 'org', 'create', 'Ada Lovelace', '', 'a=b'),
    ),
  )

  test('names its command wherever its options stand', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMANDS),
        fc.array(fc.array(option), { minLength: 3 }),
        (command, groups) => {
          const words = command.split(' ')
          const options = groups.map((group) => group.flat())
          const argv = words
            .flatMap((word, at) => [...options[at]!, word])
            .concat(...options.slice(words.length))
          const read = readCommandLine(argv, COMMANDS)
          expect(read).toMatchObject({ command, args: options.flat(), firstWord: words[0] })
        },
      ),
    )
  })

  test.each<[string[], string | undefined, string[]]>([
    [['--json', 'verify'], 'verify', ['--json']],
    [['verify', '--json'], 'verify', ['--json']],
    [['--name', 'serve', 'org', 'create'], 'org create', ['--name', 'serve']],
    [['org', '--name', 'N', 'create'], 'org create', ['--name', 'N']],
    [['verify', 'now'], 'verify', ['now']],
    [['toString'], undefined, ['toString']],
    [['org'], undefined, ['org']],
    [[], undefined, []],
  ])('%j is %s', (argv, command, args) => {
    expect(readCommandLine(argv, COMMANDS)).toMatchObject({ command, args })
  })
})

test('options of other commands are a mistake', () => {
  expect(readOptions(['--email', 'a@example.com'], ['email'])).toEqual({ email: 'a@example.com' })
  expect(() => readOptions(['--json'], ['email'])).toThrow('--json')
  expect(() => readOptions(['more'], ['email'])).toThrow('This command takes no "more", only options')
})

test.each([
  [['--email'], /^--email needs a value\. /],
  [['--email', '--json'], /^--email needs a value\. If it begins with a dash, write --email=-x\.$/],
  [['--json=yes'], /^--json takes no value\.$/],
  [['-x'], /^-x is not an option of this command\. It takes --email, --json\.$/],
])('%j is told in one line what is wrong', (args, text) => {
  expect(() => readOptions(args, ['email', 'json'])).toThrow(text)
})

test.each(['abc', '1.5', '-3', ''])('%j is not a whole number', (given) => {
  expect(() => readOptions([`--limit=${given}`], ['limit', 'json'])).toThrow(
    /^--limit must be a whole number/,
  )
})

test('a whole number is passed on as it was given', () => {
  expect(readOptions(['--limit', '20', '--json'], ['limit', 'json'])).toEqual({ limit: '20', json: true })
})
