import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
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

it('a build keeps the files of the one before, which a server may still be running, and of no other', () => {
  const folder = newCheckout()
  const build = (...args: string[]): string[] => {
    execFileSync(process.execPath, ['scripts/build-server.mjs', ...args], { cwd: folder })
    return readdirSync(join(folder, 'dist/server'))
  }
  const first = build()
  // Threads and the parts loaded late import this one.
  const change = () => appendFileSync(join(folder, 'src/contract/errors.ts'), '\nglobalThis.name += 1\n')
  change()
  const second = build()
  expect(first.filter((name) => !second.includes(name))).toEqual([])
  const ofSecond = second.filter((name) => !first.includes(name))
  expect(ofSecond.filter((name) => name.includes('-thread-')).length).toBeGreaterThan(5)
  change()
  const third = build()
  expect(ofSecond.filter((name) => !third.includes(name))).toEqual([])
  const changed = first.filter((name) => name.includes('-thread-'))
  expect(changed.filter((name) => third.includes(name))).toEqual([])
  expect(build('--if-stale', '--alone').length).toBeLessThan(third.length)
})
