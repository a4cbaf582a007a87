import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DataFolderError, lockDataFolder } from './data-folder-lock.ts'

test('a damaged lock file is named, with what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-lock-'))
  try {
    lockDataFolder(folder)()
    const file = join(folder, 'lock.db')
    writeFileSync(file, 'not a database '.repeat(100))
    expect(() => lockDataFolder(folder)).toThrow(DataFolderError)
    expect(() => lockDataFolder(folder)).toThrow(`The file ${file} is damaged`)
    rmSync(file)
    lockDataFolder(folder)()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
