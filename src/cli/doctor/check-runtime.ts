import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { grouped } from '#contract/counted.ts'
import { ALLOW_MORE_FILES, ENOUGH_FILES, FEW_FILES, openFilesLimit } from '#platform/open-files.ts'
import { productVersion } from '#platform/version.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const NEEDED_MAJOR = 24
/** Beside `src` and, in a package, `dist`. */
const DASHBOARD = ['../../../web/dist/index.html', '../../web/dist/index.html', '../web/dist/index.html']

export function checkRuntime(): Finding {
  const { version, platform, arch } = process
  const runtime = `Errata ${productVersion()}, Node ${version} on ${platform} ${arch}`
  if (Number(version.slice(1).split('.')[0]) < NEEDED_MAJOR) {
    return fail(
      'runtime',
      runtime,
      `Errata needs Node ${NEEDED_MAJOR}: run npm ci, which installs it, or install it yourself.`,
    )
  }
  if (DASHBOARD.some((path) => existsSync(resolve(import.meta.dirname, path)))) return ok('runtime', runtime)
  return warn(
    'runtime',
    `${runtime}; the dashboard is not built`,
    'npm start builds it; or run npm run build.',
  )
}

/** Of this process; a service that systemd starts has a limit of its own. */
export function checkOpenFiles(): Finding {
  const most = openFilesLimit()
  const message = `${Number.isFinite(most) ? `up to ${grouped(most)}` : 'any number'} at once`
  if (most >= ENOUGH_FILES) return ok('open files', message)
  return (most < FEW_FILES ? fail : warn)('open files', message, ALLOW_MORE_FILES)
}
