import { describe, expect, it } from 'vitest'
import { type Bindings, bindCommands, commandOfKey, runCommand } from './bound-commands.ts'
import { COMMAND_NAMES, COMMANDS, keyHints, namesOfKey } from './commands.ts'

describe('commands', () => {
  it('are found by each of their keys', () => {
    for (const name of COMMAND_NAMES) {
      for (const key of COMMANDS[name].keys) expect(namesOfKey(key)).toContain(name)
    }
    expect(namesOfKey('q')).toEqual([])
    expect(keyHints('list.return')).toEqual(['Esc'])
  })

  it('do what the screen that is shown says, newest first, and nothing once it is gone', () => {
    const done: string[] = []
    const binding = (word: string, command: keyof Bindings) => ({
      current: { [command]: () => done.push(word) },
    })
    const leaveList = bindCommands(binding('list', 'selection.clear'))
    const leaveRow = bindCommands(binding('row', 'selection.clear'))
    runCommand('selection.clear')
    leaveRow()
    runCommand('selection.clear')
    expect(commandOfKey('Escape')).toBe('selection.clear')
    leaveList()
    runCommand('selection.clear')
    expect(done).toEqual(['row', 'list'])
    expect(commandOfKey('Escape')).toBeUndefined()
  })

  it('go by what can be done now: a key of two commands runs the one that is bound', () => {
    const bindings: { current: Bindings } = {
      current: { 'selection.clear': undefined, 'list.return': () => {} },
    }
    const leave = bindCommands(bindings)
    expect(commandOfKey('Escape')).toBe('list.return')
    bindings.current = {}
    expect(commandOfKey('Escape')).toBeUndefined()
    leave()
  })
})
