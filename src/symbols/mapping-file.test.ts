import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Lru } from '#platform/lru.ts'
import { MappingFile, type ParsedClass } from './mapping-file.ts'

describe('MappingFile', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-mapping-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const parsed = new Lru<string, ParsedClass>(10)
  function opened(name: string, text: string): Promise<MappingFile> {
    const path = join(folder, name)
    writeFileSync(path, text)
    return MappingFile.open(path, { maxBytes: 64 * 1024 * 1024, parsed })
  }

  it('shares what it parsed with other files, each under its own name', async () => {
    const files = await Promise.all(
      ['Cart', 'Money'].map((name) => opened(name, `com.shop.${name} -> a.b:\n    void pay() -> a\n`)),
    )
    const names = files.map((file) => file.classNamed('a.b')?.original)
    expect(names).toEqual(['com.shop.Cart', 'com.shop.Money'])
  })

  it('weighs a class by its lines, which take more memory than their text', async () => {
    const line = (n: number) => `a() -> ${n.toString(36)}\n`
    const file = await opened(
      'lines',
      `A -> a:\n ${Array.from({ length: 10_000 }, (_, n) => line(n)).join(' ')}`,
    )
    expect(file.classNamed('a')?.methods.size).toBe(10_000)
    expect(parsed.get(`${join(folder, 'lines')}\0a`)?.bytes).toBeGreaterThan(3_000_000)
  })

  it('weighs what it takes of the memory: classes with their names', async () => {
    const long = await opened('long', `${'x'.repeat(60_000)} -> a:\n`)
    const many = await opened(
      'many',
      'ABC'
        .split('')
        .map((name) => `${name} -> ${name}:\n`)
        .join(''),
    )
    expect(long.bytes).toBeGreaterThan(60_000)
    expect(many.bytes).toBe(3 * 302)
  })

  it('refuses a class that would take the memory of all', async () => {
    const line = '    1:1:void pay(java.lang.String):10:10 -> a\n'
    const big = `com.shop.Cart -> a.b:\n${line.repeat((8 * 1024 * 1024) / line.length + 1)}`
    const file = await opened('big', `${big}com.shop.Money -> a.c:\n`)
    expect(() => file.classNamed('a.b')).toThrow('one of its classes has more than 8,388,608 bytes')
    expect(file.classNamed('a.c')?.original).toBe('com.shop.Money')
  })
})
