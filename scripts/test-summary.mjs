// Names every test that was skipped or failed, then prints `N passed, N failed, N skipped` as the last line.
// Exit code 1 when anything failed.
import { existsSync, readFileSync } from 'node:fs'

const path = process.argv[2]
if (!existsSync(path)) {
  console.log('The tests left no report.\n0 passed, 1 failed, 0 skipped')
  process.exit(1)
}
const files = JSON.parse(readFileSync(path, 'utf8')).testResults
const tests = files.flatMap((file) =>
  file.assertionResults.map(({ status, fullName }) => ({ status, name: `${file.name}: ${fullName}` })),
)
// A file that could not be loaded, or whose set-up failed, has no failed test of its own.
for (const file of files) {
  const failedTests = file.assertionResults.some(({ status }) => status === 'failed')
  if (file.status === 'failed' && !failedTests) tests.push({ status: 'failed', name: file.name })
}
const passed = tests.filter(({ status }) => status === 'passed')
const failed = tests.filter(({ status }) => status === 'failed')
const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
for (const { name } of failed) console.log(`failed:  ${name}`)
for (const { name } of skipped) console.log(`skipped: ${name}`)
process.exitCode = failed.length > 0 ? 1 : 0
console.log(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`)
