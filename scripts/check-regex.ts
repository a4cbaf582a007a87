/** `npm run check:regex`: the time of each regular expression is linear in what it is tried on, or bounded. */
import { globSync } from 'node:fs'
import { REGEX_BOUNDS } from '../test/support/rules/regex-bounds.ts'
import { findRegexes, regexFaults } from '../test/support/rules/regex-rules.ts'

const files = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}']).filter((file) => !file.includes('.test.'))
const regexes = files
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
  .flatMap((file) => findRegexes(file))
const faults = regexFaults(regexes, REGEX_BOUNDS)
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  console.error(
    'Rewrite the pattern, or list it with the bound on its input in test/support/rules/regex-bounds.ts (see CONTRIBUTING.md).',
  )
  process.exitCode = 1
} else {
  console.log(
    `${regexes.length} regular expressions, ${REGEX_BOUNDS.length} of them by a bound on their input`,
  )
}
