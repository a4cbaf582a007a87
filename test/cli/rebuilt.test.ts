import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** A checkout of its own: others run what is in `dist`. */
function newCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-rebuilt-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['src', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

it('a build keeps the files of the one before, which a server may still be running, and of any of the last hour', () => {
  const folder = newCheckout()
  const filesOf = (path: string) => readdirSync(join(folder, 'dist', path))
  const build = (...args: string[]): string[] => {
    execFileSync(process.execPath, ['scripts/build-server.mjs', ...args], { cwd: folder })
    return filesOf('server')
  }
  // Threads and the parts loaded late import this one.
  const change = () => appendFileSync(join(folder, 'src/contract/errors.ts'), '\nglobalThis.name += 1\n')
  const first = build()
  change()
  const second = build()
  const ofSecond = second.filter((name) => !first.includes(name))
  expect(ofSecond.filter((name) => name.includes('-thread-')).length).toBeGreaterThan(5)
  change()
  rmSync(join(folder, 'src/storage/migrations/0034-fingerprint-rules.sql'))
  const third = build()
  expect([...first, ...ofSecond].filter((name) => !third.includes(name))).toEqual([])
  expect(filesOf('migrations')).not.toContain('0034-fingerprint-rules.sql')
  // Two hours pass.
  const list = join(folder, 'dist/replaced.json')
  const replaced = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>)
  writeFileSync(
    list,
    JSON.stringify(Object.fromEntries(replaced.map(([name, at]) => [name, at - 7_200_000]))),
  )
  change()
  const fourth = build()
  const ofThird = third.filter((name) => !second.includes(name))
  expect(ofThird.filter((name) => !fourth.includes(name))).toEqual([])
  expect(ofSecond.filter((name) => fourth.includes(name))).toEqual([])
  expect(build('--if-stale', '--alone').length).toBeLessThan(fourth.length)
})
