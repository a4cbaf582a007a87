import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isReadableFile, makeFolder } from './folders.ts'

describe('folders', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'errata-folders-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('are made with those above them, for their owner alone', () => {
    makeFolder(join(root, 'a/b'))
    makeFolder(join(root, 'a/b'))
    expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700)
  })

  it('are found behind a link; a link to nothing is named', () => {
    mkdirSync(join(root, 'disk'))
    symlinkSync(join(root, 'disk'), join(root, 'link'))
    makeFolder(join(root, 'link/data'))
    expect(statSync(join(root, 'disk/data')).isDirectory()).toBe(true)
    symlinkSync('/nowhere/disk', join(root, 'dangling'))
    for (const path of ['dangling', 'dangling/data'])
      expect(() => makeFolder(join(root, path))).toThrow('link to /nowhere/disk, which does not exist')
  })

  it('are refused below a file', () => {
    writeFileSync(join(root, 'file'), '')
    expect(() => makeFolder(join(root, 'file/a/b'))).toThrow('file is not a folder')
  })

  it.skipIf(process.platform !== 'linux')('are refused at once where none can be made', () => {
    expect(() => makeFolder('/proc/errata/data')).toThrow('ENOENT')
  })

  it('a missing file is not readable; one that cannot be looked at is said to be so', () => {
    expect(isReadableFile(join(root, 'none'))).toBe(false)
    writeFileSync(join(root, 'file'), '')
    expect(isReadableFile(join(root, 'file'))).toBe(true)
    expect(isReadableFile(join(root, 'file/below'))).toBe(false)
    symlinkSync('loop', join(root, 'loop'))
    expect(() => isReadableFile(join(root, 'loop'))).toThrow('This user cannot read')
  })
})
