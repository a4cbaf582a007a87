import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { untilSdksReady } from './sdks-ready.ts'

/** Where the stock SDKs and tools of the Node world are installed, apart from what the product needs. */
export const STOCK = resolve(import.meta.dirname, '../sdk/node')
const ADVICE = 'not installed: npm ci --prefix test/sdk/node'

/** Why tests with this package are skipped here, or null if they run. For `describe.skipIf` and its title. */
export function stockMissing(name: string): string | null {
  untilSdksReady()
  return existsSync(join(STOCK, 'node_modules', name)) ? null : `${name} is ${ADVICE}`
}
