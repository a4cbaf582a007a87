import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { ShellWakeups } from './shell-wakeups.ts'

/** Scripts of package.json that run the service in the foreground; we don't judge what else they start. */
const SCRIPTS = ['start', 'errata']
const PACKAGE_JSON = resolve(import.meta.dirname, '../../package.json')
/** Set by `main.ts` where the process begins again: what stood above it when it first began. */
const PARENT_VARIABLE = 'ERRATA_PARENT_PID'
const LOOK_EVERY_MS = 500

/** npm and its script shell, which don't pass on every signal, so their end must be noticed. Null if npm
 * did not start this process: systemd, containers and shells signal it directly, and their parent may end
 * without meaning anything. @returns whether this process may go on. */
export function npmAbove(env: Record<string, string | undefined>): (() => boolean) | null {
  const { npm_lifecycle_event: script = '', npm_package_json: file } = env
  if (!SCRIPTS.includes(script) || file === undefined || realPath(file) !== realPath(PACKAGE_JSON))
    return null
  const parent = Number(env[PARENT_VARIABLE] ?? process.ppid)
  const npm = npmOver(parent, env.npm_node_execpath)
  if (npm === null) return () => process.ppid === parent
  const signals = new ShellWakeups(parent)
  return () => process.ppid === parent && parentOf(parent) === npm && !signals.happened()
}

export function watchNpm(mayGoOn: () => boolean, onEnd: () => void): void {
  const timer = setInterval(() => {
    if (mayGoOn()) return
    clearInterval(timer)
    onEnd()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** npm where a shell is between; null if the parent itself is npm, or it can't be told (without /proc). */
function npmOver(parent: number, npmRuntime: string | undefined): number | null {
  const above = parentOf(parent)
  if (above === null || npmRuntime === undefined) return null
  const runtime = realPath(npmRuntime)
  return programOf(parent) !== runtime && programOf(above) === runtime ? above : null
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function programOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return null
  }
}

function parentOf(pid: number): number | null {
  try {
    const found = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found ? Number(found[1]) : null
  } catch {
    return null
  }
}
