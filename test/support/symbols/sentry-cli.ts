import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { STOCK, stockMissing } from '../stock-package.ts'

/**
 * The binary of a version of the vendor's command line, from its npm package for this machine.
 * @param name of the package that brings it.
 */
export function toolBinary(name: string): { path: string; missing: string | null } {
  const missing = stockMissing(name)
  if (missing !== null) return { path: '', missing }
  const platform = `@sentry/cli-${process.platform}-${process.arch}`
  try {
    const found = createRequire(join(STOCK, 'node_modules', name, 'package.json')).resolve(
      `${platform}/package.json`,
    )
    const path = join(dirname(found), 'bin/sentry-cli')
    return { path, missing: existsSync(path) ? null : `${platform} has no binary` }
  } catch {
    return { path: '', missing: `${platform} is not installed` }
  }
}

export interface ToolRun {
  code: number | null
  /** What it printed. */
  text: string
}

export interface ToolSettings {
  url: string
  token: string
  project: string
  /** Where it runs, and keeps what it remembers. */
  folder: string
}

/** Runs it with the settings that its users give in the environment, and nothing of this machine's. */
export async function runTool(
  binary: string,
  args: readonly string[],
  { url, token, project, folder }: ToolSettings,
): Promise<ToolRun> {
  const env = {
    HOME: folder,
    SENTRY_URL: url,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: 'any-slug',
    SENTRY_PROJECT: project,
  }
  const child = spawn(binary, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}
