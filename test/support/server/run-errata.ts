import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { DEADLINE_MS } from '../deadline.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** How a command ended, and what it wrote. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Starts `errata …`, for a test that ends it. */
export function errataProcess(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['dist/main.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
}

/** Runs `errata …` to its end; kills it at the deadline. @param input what it reads from standard input */
export function errata(args: string[], env: Record<string, string>, input?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env }, timeout: DEADLINE_MS }
    const child = execFile(process.execPath, ['dist/main.js', ...args], options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr })
    })
    if (input !== undefined) child.stdin?.end(input)
  })
}
