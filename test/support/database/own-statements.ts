import { appendFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DefaultQueryCompiler } from 'kysely'

/*
 * What a test asks for itself through a connection of the product is noted, so that only the product's own statements are
 * judged (rules/tenant-statements.ts). Each worker of a run loads this first.
 */

/** Path of the file they are noted in; unset outside of a test run. */
const NOTES = 'ERRATA_TEST_STATEMENTS'
const ROOT = resolve(import.meta.dirname, '../../..')
const STACK_FRAMES = 30

/** Has every worker of the run note them in this file. */
export function noteIn(file: string): void {
  process.env[NOTES] = file
}

/** Those noted so far. */
export function ownStatements(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string)
}

/** From here on. The statement is compiled before anything is awaited, so the stack still says who asks. */
export function noteOwnStatements(): void {
  const file = process.env[NOTES]
  if (file === undefined) return
  delete process.env[NOTES]
  const noted = new Set<string>()
  const compile = DefaultQueryCompiler.prototype.compileQuery
  DefaultQueryCompiler.prototype.compileQuery = function noting(...parts) {
    const compiled = compile.apply(this, parts)
    if (!noted.has(compiled.sql) && isAskedByTest()) {
      noted.add(compiled.sql)
      appendFileSync(file, `${JSON.stringify(compiled.sql)}\n`)
    }
    return compiled
  }
}

/** The nearest of our own files is a test, or what tests share. */
function isAskedByTest(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = STACK_FRAMES
  const frames = (new Error().stack ?? '').split('\n')
  Error.stackTraceLimit = stackTraceLimit
  const nearest = frames.find(
    (frame) => !frame.includes('own-statements') && /^\/(src|test)\//.test(inProject(frame)),
  )
  return nearest !== undefined && /^\/test\/|\.test\.ts\b/.test(inProject(nearest))
}

function inProject(frame: string): string {
  const start = frame.indexOf(`${ROOT}/`)
  return start < 0 ? '' : frame.slice(start + ROOT.length)
}
