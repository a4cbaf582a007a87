import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
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
