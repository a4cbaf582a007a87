import { globSync } from 'node:fs'
import type { SeededRandom } from '../fuzz/seeded-random.ts'
import { findRegexes } from '../rules/regex-rules.ts'

/** Characters that start, end or part something somewhere. */
const MARKS = [...'a1 .-_"\'\\=:/@<>%&;,{}[]()$#*+?|!~`\n\r\t\u0000\ud800é０']
/** Places of templates, and what comes from no pattern. */
const PLACES = [
  '{a}',
  '{}',
  '%s',
  '%(a)s',
  '{0}',
  '%%',
  '{{ default }}',
  '{{ message }}',
  '{{ tags.a }}',
  '{p',
  '1,',
]
/** What stands between literals in the source of a pattern. */
const SYNTAX = /\\[dwsDWSbBpP](?:\{[^}]*\})?|\(\?(?:[:=!]|<[=!])|\[[^\]]*\]|\{\d+(?:,\d*)?\}|[()|?*+^$.]/

/** Literal pieces of every regular expression in the source: what a text has to hold to keep one busy. */
function piecesOfPatterns(): string[] {
  const files = globSync(['src/domain/**/*.ts', 'src/ingest/**/*.ts', 'src/http/**/*.ts'])
  const patterns = files.filter((file) => !file.includes('.test.')).flatMap((file) => findRegexes(file))
  const sources = patterns.flatMap(({ literal }) => (literal ? literal.pattern.split(SYNTAX) : []))
  const pieces = sources.map((piece) => piece.replaceAll(/\\(.)/g, '$1').slice(0, 40))
  return [...new Set(pieces)].filter((piece) => piece !== '').sort()
}

const PIECES = [...piecesOfPatterns(), ...PLACES, ...MARKS, ...MARKS]

/** A text of `length` characters: some pieces again and again, between other ones. */
export function pumpedText(random: SeededRandom, length: number): string {
  const some = () => Array.from({ length: random.int(1, 3) }, () => random.pick(PIECES)).join('')
  const [before, pump, after] = [random.pick(['', some()]), some(), random.pick(['', some()])]
  const times = Math.max(1, Math.floor((length - before.length - after.length) / pump.length))
  return (before + pump.repeat(times) + after).slice(0, Math.max(1, length))
}
