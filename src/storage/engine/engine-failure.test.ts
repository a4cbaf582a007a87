import { describe, expect, it } from 'vitest'
import { ENGINE_TROUBLES } from '#contract/errors.ts'
import { engineTrouble } from './engine-failure.ts'

const withCode = (code: string) => Object.assign(new Error('it failed'), { code })

describe('engineTrouble', () => {
  it.each([
    ['SQLITE_FULL', 'disk_full'],
    ['53100', 'disk_full'],
    ['57014', 'too_slow'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
    ['53300', 'busy'],
    ['55P03', 'busy'],
    ['08006', 'unreachable'],
    ['57P01', 'unreachable'],
    ['40P01', 'busy'],
    ['ECONNREFUSED', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['EAI_AGAIN', 'unreachable'],
    ['28P01', 'unreachable'],
    ['3D000', 'unreachable'],
    ['55000', 'unreachable'],
    ['25006', 'read_only'],
    ['SQLITE_READONLY_DBMOVED', 'read_only'],
    ['SQLITE_IOERR_WRITE', 'file_unusable'],
    ['58030', 'file_unusable'],
    ['SQLITE_CANTOPEN', 'file_unusable'],
    ['SQLITE_CORRUPT_VTAB', 'damaged'],
    ['SQLITE_NOTADB', 'damaged'],
    ['XX001', 'damaged'],
    ['SQLITE_CONSTRAINT_UNIQUE', null],
    ['23505', null],
    ['42P01', null],
  ])('%s: %s', (code, trouble) => {
    expect(engineTrouble(withCode(code))).toBe(trouble)
  })

  it.each([
    ['Query read timeout', 'too_slow'],
    ['timeout exceeded when trying to connect', 'busy'],
    ['Connection terminated unexpectedly', 'unreachable'],
    ['something else', null],
  ])('%s: %s', (message, trouble) => {
    expect(engineTrouble(new Error(message))).toBe(trouble)
  })

  it.each([
    ['ERROR', 'XX000', null],
    ['FATAL', 'XX000', 'unreachable'],
    ['PANIC', 'XX000', 'unreachable'],
    ['FATAL', '53300', 'busy'],
  ])('%s of PostgreSQL, %s: %s', (severity, code, trouble) => {
    expect(engineTrouble(Object.assign(withCode(code), { severity }))).toBe(trouble)
  })

  it('nothing at all is not trouble', () => {
    for (const odd of [null, undefined, 'text', 7, {}]) expect(engineTrouble(odd)).toBeNull()
  })

  it('only a full disk is called a full disk', () => {
    const naming = Object.entries(ENGINE_TROUBLES).filter(([, message]) => /disk|space/i.test(message))
    expect(naming.map(([trouble]) => trouble)).toEqual(['disk_full'])
  })
})
