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

/** Of the worker: its test files have modules of their own. */
const shared = globalThis as { ownStatements?: { file: string; noted: Set<string>; compiled: Set<string> } }

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

/**
 * From here on. The statement is compiled before anything is awaited, so the stack still says who asks. Who asks first
 * decides: a look at the stack takes longer than the statement.
 */
export function noteOwnStatements(): void {
  const file = process.env[NOTES]
  if (file === undefined) return
  delete process.env[NOTES]
  shared.ownStatements = { file, noted: new Set(), compiled: new Set() }
  const compile = DefaultQueryCompiler.prototype.compileQuery
  DefaultQueryCompiler.prototype.compileQuery = function noting(...parts) {
    const query = compile.apply(this, parts)
    const own = shared.ownStatements
    if (own === undefined || own.compiled.has(query.sql)) return query
    own.compiled.add(query.sql)
    if (isAskedByTest()) noteOwn(query.sql)
    return query
  }
}

/** A statement that a test runs through a connection of its own. */
export function noteOwn(statement: string): void {
  const own = shared.ownStatements
  if (own === undefined || own.noted.has(statement)) return
  own.noted.add(statement)
  appendFileSync(own.file, `${JSON.stringify(statement)}\n`)
}

/** The nearest of our own files is a test, or what tests share. */
function isAskedByTest(): boolean {
  const nearest = filesOfStack().find(
    (file) => !file.includes('own-statements') && /^\/(src|test)\//.test(inProject(file)),
  )
  return nearest !== undefined && /^\/test\/|\.test\.ts\b/.test(inProject(nearest))
}

/** Files of the present calls, the nearest first. No source map is read, which would take longer than the statement. */
function filesOfStack(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = STACK_FRAMES
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '')
  const { stack } = new Error() as unknown as { stack: string[] }
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return stack
}

function inProject(file: string): string {
  const start = file.indexOf(`${ROOT}/`)
  return start < 0 ? '' : file.slice(start + ROOT.length)
}
