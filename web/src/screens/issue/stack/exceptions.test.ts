import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventWith, FRAME } from '../../../../test/sample-event.ts'
import type { JsonObject } from '../../../api/wire.ts'
import { threadsOf } from '../threads/threads.ts'
import { type ExceptionNode, exceptionTree } from './exception-tree.ts'
import { shownExceptions } from './shown-exceptions.ts'

describe('exceptionTree', () => {
  const chained = (id: number, parent: number | null, more: JsonObject = {}): JsonObject => ({
    type: `E${id}`,
    mechanism: { type: 'chained', exception_id: id, ...(parent !== null && { parent_id: parent }), ...more },
  })
  const treeOf = (...values: JsonObject[]) => exceptionTree(eventWith({ exception: { values } }))
  const types = (nodes: ExceptionNode[] | undefined) => nodes?.map(({ type }) => type)

  it('shows the outermost exception first, with the frames of the event, and the value before it as its cause', () => {
    const stacktrace = { frames: [{ function: 'old' }, { function: 'new' }] }
    const values: JsonObject[] = [
      { type: 'Cause', value: 'root', stacktrace },
      { type: 'Outer', value: 'o', mechanism: { handled: false, type: 'onerror' } },
    ]
    const root = exceptionTree(eventWith({ exception: { values } }, [{ ...FRAME, function: 'main' }, FRAME]))
    expect(root).toMatchObject({ type: 'Outer', handled: false, mechanism: 'onerror' })
    expect(root?.stack.frames().map((frame) => frame.function)).toEqual(['f', 'main'])
    expect(root?.causes).toMatchObject([{ type: 'Cause', relation: 'cause' }])
    expect(root?.causes[0]?.stack.frames().map((frame) => frame.function)).toEqual(['new', 'old'])
  })

  it('holds the members of a group beside one another, each with its own causes', () => {
    const root = treeOf(
      chained(3, 2, { source: '__cause__' }),
      chained(2, 0, { source: 'exceptions[1]' }),
      chained(1, 0, { source: 'exceptions[0]' }),
      chained(0, null, { is_exception_group: true }),
    )
    expect(types(root?.members)).toEqual(['E1', 'E2'])
    expect(root?.causes).toEqual([])
    expect(types(root?.members[1]?.causes)).toEqual(['E3'])
  })

  it('tells the cause of a group from its members', () => {
    const root = treeOf(
      chained(2, 0, { source: 'errors[0]' }),
      chained(1, 0, { source: 'cause' }),
      chained(0, null, { is_exception_group: true }),
    )
    expect(types(root?.members)).toEqual(['E2'])
    expect(types(root?.causes)).toEqual(['E1'])
  })

  it('has every exception once, whatever ids a client sends', () => {
    const link = fc.record({ id: fc.nat(4), parent: fc.option(fc.nat(4)), group: fc.boolean() })
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 12 }), (links) => {
        const root = treeOf(
          ...links.map(({ id, parent, group }) => chained(id, parent, { is_exception_group: group })),
        )
        expect(placesBelow(root!).sort((left, right) => left - right)).toEqual(links.map((_, index) => index))
      }),
    )
  })

  it('reads any document without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (exception, threads) => {
        const event = eventWith({ exception, threads } as JsonObject)
        const root = exceptionTree(event)
        if (root) shownExceptions(root, new Map())
        threadsOf(event, root)
      }),
    )
  })
})

function placesBelow(node: ExceptionNode): number[] {
  return [node.place, ...[...node.members, ...node.causes].flatMap(placesBelow)]
}

describe('shownExceptions', () => {
  const node = (place: number, more: Partial<ExceptionNode> = {}): ExceptionNode => ({
    place,
    type: `E${place}`,
    module: '',
    value: '',
    handled: null,
    mechanism: '',
    relation: null,
    stack: { count: 0, frames: () => [] },
    members: [],
    causes: [],
    ...more,
  })
  const cause = node(3, { relation: 'cause' })
  const group = node(0, {
    members: [node(1, { relation: 'member' }), node(2, { relation: 'member', causes: [cause] })],
    causes: [node(4, { relation: 'cause' })],
  })
  const shown = (chosen: [number, number][]) =>
    shownExceptions(group, new Map(chosen)).map(({ node: { place }, depth }) => [place, depth])

  it('shows one member of a group with its causes, then the causes of the group', () => {
    expect(shown([])).toEqual([
      [0, 0],
      [1, 1],
      [4, 0],
    ])
    expect(shown([[0, 2]])).toEqual([
      [0, 0],
      [2, 1],
      [3, 1],
      [4, 0],
    ])
  })

  it('marks the end of a chain of causes', () => {
    const roots = shownExceptions(group, new Map([[0, 2]])).filter(({ isRootCause }) => isRootCause)
    expect(roots.map(({ node: { place } }) => place)).toEqual([3, 4])
  })

  it('marks no cause of an event that was cut, since earlier ones may be missing', () => {
    const chain = node(1, { causes: [node(0, { relation: 'cause' })] })
    const marks = (isCut: boolean) =>
      shownExceptions(chain, new Map(), isCut).map((shown) => shown.isRootCause)
    expect(marks(false)).toEqual([false, true])
    expect(marks(true)).toEqual([false, false])
  })
})

describe('threadsOf', () => {
  const stack = (name: string) => ({ frames: [{ function: name, filename: 'a.ts', lineno: 1, colno: 1 }] })

  it('begins with the crashed thread, and knows the stack that the exception shows', () => {
    const values: JsonObject[] = [
      { id: 1, name: 'idle', stacktrace: stack('wait') },
      { id: 2, crashed: true, current: true, state: 'CRASHED', stacktrace: stack('f') },
    ]
    const event = eventWith({ threads: { values }, exception: { values: [{ type: 'E', thread_id: 2 }] } }, [
      FRAME,
    ])
    const read = threadsOf(event, exceptionTree(event))
    expect(read.map(({ id, marks, isShownAbove }) => [id, marks, isShownAbove])).toEqual([
      ['2', ['crashed', 'current'], true],
      ['1', [], false],
    ])
  })
})
