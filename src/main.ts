import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Compiled and type-stripped code is kept between starts, by every thread: a start takes a third of the time,
// and no thread has to load the type stripper, which takes 13 MB each. Threads find it by the variable.
const cache = enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/compile'))
if (cache.directory) process.env.NODE_COMPILE_CACHE = cache.directory

const { runCommand } = await import('./cli/run-command.ts')
process.exitCode = await runCommand(process.argv.slice(2), process.env)
