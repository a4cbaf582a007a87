/** `npm run check:words`: documents, comments, strings and titles of tests are free of the worst turns of phrase. */
import { globSync, readFileSync } from 'node:fs'
import { oddPhrases } from '../test/support/rules/word-rules.ts'

const FILES = [
  '*.md',
  'docs/**/*.md',
  'bench/**/*.{md,ts}',
  '.github/**/*.{md,yml}',
  'scripts/**/*.{ts,mjs,cjs}',
  'src/**/*.ts',
  'test/**/*.{ts,tsx}',
  'web/src/**/*.{ts,tsx,css}',
]
/** They quote what they forbid. */
const RULES = /word-rules(\.test)?\.ts$/

const files = globSync(FILES, { exclude: ['**/node_modules/**'] })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !RULES.test(file))
  .sort()
let count = 0
for (const file of files) {
  for (const { line, phrase, write } of oddPhrases(readFileSync(file, 'utf8'))) {
    console.error(`${file}:${line}: “${phrase}” — write: ${write}`)
    count++
  }
}
if (count > 0) {
  console.error(`${count} odd turns of phrase. Say it as a native speaker would (CONTRIBUTING.md, "Words").`)
  process.exitCode = 1
} else {
  console.log(`${files.length} files read`)
}
