import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { DEADLINE_MS } from '../deadline.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const MAIN = resolve(ROOT, 'dist/main.js')

/** How a command ended, and what it wrote. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Starts `errata …`, for a test that ends it. */
export function errataProcess(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
}

interface RunOptions {
  /** What it reads from standard input. */
  input?: string
  cwd?: string
}

/** Runs `errata …` to its end; kills it at the deadline. */
export function errata(
  args: string[],
  env: Record<string, string>,
  { input, cwd = ROOT }: RunOptions = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: DEADLINE_MS }
    const child = execFile(process.execPath, [MAIN, ...args], options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr })
    })
    if (input !== undefined) child.stdin?.end(input)
  })
}
