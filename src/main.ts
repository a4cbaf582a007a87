import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { ALLOCATOR } from './platform/allocator.ts'

// Compiled and type-stripped code is kept between starts, by every thread: a start takes a third of the time,
// and no thread has to load the type stripper, which takes 13 MB each. Threads find it by the variable.
const cache = enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/compile'))
if (cache.directory) process.env.NODE_COMPILE_CACHE = cache.directory

// glibc gives every thread a heap of its own, which keeps what the thread has freed; two are enough for us and
// save a fifth of the memory. It reads the variable when a process begins, so the process begins again, under
// the same id; this file, too, comes from the cache then. See docs/decisions/0005. Other commands end soon, and
// would take a third longer to start.
const keepsRunning = process.argv.includes('serve')
if (
  keepsRunning &&
  process.platform === 'linux' &&
  process.execve &&
  process.env.MALLOC_ARENA_MAX === undefined
) {
  const { execPath, execArgv, argv, env } = process
  // Noted at the start: by the time the service looks for its parent, that may be gone.
  const parent = { ERRATA_PARENT_PID: String(process.ppid) }
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...ALLOCATOR, ...parent })
}

// The heap of this thread has its sizes. Left standing, the flags would overrule the `resourceLimits` of every other one.
setFlagsFromString('--max-semi-space-size=0')
setFlagsFromString('--max-old-space-size=0')

const { runCommand } = await import('./cli/run-command.ts')
process.exitCode = await runCommand(process.argv.slice(2), process.env)
