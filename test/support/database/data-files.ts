import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder whose bytes hold one of the texts (UTF-8), as `file: text`. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .flatMap((file) => {
      const bytes = readFileSync(file)
      return texts.filter((text) => bytes.includes(text)).map((text) => `${file}: ${text}`)
    })
}
