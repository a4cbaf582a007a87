import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const PACKAGE_JSON = resolve(import.meta.dirname, '../../package.json')

export function productVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE_JSON, 'utf8')) as { version: string }).version
}
