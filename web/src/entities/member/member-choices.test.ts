import { describe, expect, it } from 'vitest'
import type { Member } from '../../api/wire.ts'
import { memberChoices } from './member-choices.ts'

function member(id: string, name: string, pending = false): Member {
  const created_at = '2026-01-01T00:00:00.000Z'
  return { id, name, email: `${id}@example.com`, role: 'member', pending, created_at } as Member
}

const MEMBERS = [
  member('zoe', 'Zoë Zorn'),
  member('ann', 'Ann Archer', true),
  member('bob', ''),
  member('me', 'Mia Meyer'),
  member('ada', 'Ada Byron'),
]

function labels(text: string, readerId = 'me', nobody = 'Nobody'): string[] {
  return memberChoices(MEMBERS, { readerId, text, nobody }).map(({ label }) => label)
}

describe('who an issue can be assigned to', () => {
  it('is the reader, nobody, the members by name, and last who has not joined yet', () => {
    expect(labels('')).toEqual(['Me', 'Nobody', 'Ada Byron', 'bob@example.com', 'Zoë Zorn', 'Ann Archer'])
  })

  it('is found by parts of name and address, in any order', () => {
    expect(labels('byr ada')).toEqual(['Ada Byron'])
    expect(labels('ZOE@')).toEqual(['Zoë Zorn'])
    expect(labels('mia')).toEqual(['Me'])
    expect(labels('me ')).toEqual(['Me'])
    expect(labels('nob')).toEqual(['Nobody'])
    expect(labels('nothing like it')).toEqual([])
  })

  it('names the choice of no member as it is asked to', () => {
    expect(labels('every', 'me', 'Everyone')).toEqual(['Everyone'])
  })

  it('has nobody first where the reader is no member', () => {
    expect(labels('', 'other')[0]).toBe('Nobody')
  })
})
