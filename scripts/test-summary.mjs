// Reads the reports of a run of the tests and, if there was one, of a second run of the files that failed, alone on
// the machine. Names every test that was skipped, failed, or passed only then; prints `N passed, N failed, N skipped`
// as the last line. Exit code 1 when anything failed in its last run. With `--failed` it prints the failed files.
import { existsSync, readFileSync } from 'node:fs'

/** More than these are no matter of a busy machine. */
const MOST_RUN_AGAIN = 6

const [path, pathAlone] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (!existsSync(path)) {
  console.log('The tests left no report.\n0 passed, 1 failed, 0 skipped')
  process.exit(1)
}
const read = (report) => JSON.parse(readFileSync(report, 'utf8')).testResults
const first = read(path)
const failedFiles = first.filter(({ status }) => status === 'failed').map(({ name }) => name)
if (process.argv.includes('--failed')) {
  if (failedFiles.length <= MOST_RUN_AGAIN) console.log(failedFiles.join('\n'))
  process.exit(0)
}
const again = new Map(
  (pathAlone && existsSync(pathAlone) ? read(pathAlone) : []).map((file) => [file.name, file]),
)
const files = first.map((file) => again.get(file.name) ?? file)
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
for (const name of failedFiles) {
  if (again.get(name)?.status === 'passed') console.log(`failed at first, passed alone: ${name}`)
}
for (const { name } of failed) console.log(`failed:  ${name}`)
for (const { name } of skipped) console.log(`skipped: ${name}`)
process.exitCode = failed.length > 0 ? 1 : 0
console.log(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`)
