import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UsageError } from '../command-context.ts'

const run = promisify(execFile)
/** A first import names each file of a repository. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
const [RECORD, FIELD] = ['\x1e', '\x1f']
const FORMAT = ['%H', '%an', '%aI', '%B', ''].join('%x1f')

/** As upload tools tell a commit. */
export interface ToldCommit {
  id: string
  author_name: string
  timestamp: string
  message: string
  patch_set: { path: string; type: string }[]
}

/** Whether the checkout has that commit. @throws UsageError as `git` does */
export async function hasCommit(folder: string, id: string): Promise<boolean> {
  try {
    await git(folder, ['cat-file', '-e', `${id}^{commit}`])
    return true
  } catch (error) {
    if (error instanceof UsageError) throw error
    return false
  }
}

/** Whether the checkout lacks the older part of its history. @throws UsageError as `git` does */
export async function isShallow(folder: string): Promise<boolean> {
  return (await git(folder, ['rev-parse', '--is-shallow-repository'])).trim() === 'true'
}

/** Commits up to the present one, newest first, at most `limit`. @param since null: from the first */
export async function commitsSince(
  folder: string,
  since: string | null,
  limit: number,
): Promise<ToldCommit[]> {
  const range = since === null ? 'HEAD' : `${since}..HEAD`
  const args = ['log', `--max-count=${limit}`, '--name-only', `--format=%x1e${FORMAT}`, range, '--']
  const text = await git(folder, args)
  return text.split(RECORD).slice(1).map(readCommit)
}

function readCommit(record: string): ToldCommit {
  const [id = '', author_name = '', timestamp = '', message = '', changed = ''] = record.split(FIELD)
  const paths = changed.split('\n').filter((line) => line !== '')
  return { id, author_name, timestamp, message, patch_set: paths.map((path) => ({ path, type: 'M' })) }
}

/** @throws UsageError if git is missing, or the folder is not in a repository with a commit */
async function git(folder: string, args: string[]): Promise<string> {
  try {
    const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES }
    return (await run('git', ['-c', 'core.quotePath=false', ...args], options)).stdout
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') throw new UsageError('git is not installed. Install it, or use sentry-cli.')
    if (/not a git repository|unknown revision|ambiguous argument/.test(stderr)) {
      throw new UsageError(
        `${folder} is not a checkout with a commit. Run this where the code of the release is.`,
      )
    }
    throw error
  }
}
