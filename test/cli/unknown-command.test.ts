import { describe, expect, it } from 'vitest'
import { errata } from '../support/server/run-errata.ts'

describe('an unknown command', () => {
  it.each([
    [['bakup', 'x'], /^errata: bakup x is not a command\. Did you mean backup\? To list all .*\n$/],
    [['serv', '--port'], /^errata: serv is not a command\. Did you mean serve\?/],
    [['toString'], /^errata: toString is not a command\./],
    [['--colour'], /^errata: --colour is not a command\./],
  ])('%j ends with 2 and one line that says what may have been meant', async (args, text) => {
    expect(await errata(args, {})).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(text),
    })
  })

  it('a command of a group shows the group', async () => {
    const { code, stderr } = await errata(['issue', 'show', 'x'], {})
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^errata: issue show is not .* These are:\n/)])
    expect(stderr).toContain('  issue view ISSUE')
    expect(stderr).not.toContain('org create')
  })
})
