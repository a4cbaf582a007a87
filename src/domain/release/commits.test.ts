import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StackFrame } from '#contract/event/event.ts'
import { commitLink } from './commit-link.ts'
import { COMMIT_LIMITS, type Commit, keptCommits, suspectCommits } from './commits.ts'

function commit(id: string, ...files: string[]): Commit {
  return { id, message: `change ${id}`, author: 'Jane', at: 1_700_000_000_000, files }
}

function frame(filename: string, part: Partial<StackFrame> = {}): StackFrame {
  const none = {
    abs_path: null,
    module: null,
    function: null,
    lineno: 1,
    colno: null,
    context_line: null,
    vars: null,
  }
  return { ...none, pre_context: [], post_context: [], in_app: true, filename, ...part }
}

const found = (commits: Commit[], frames: StackFrame[]) =>
  suspectCommits(commits, frames).map(({ id, file }) => `${id} ${file}`)

describe('commits that changed a file of the stack', () => {
  it.each<[string, Partial<StackFrame>, string]>([
    ['src/pay.ts', {}, 'src/pay.ts'],
    ['webpack://shop/./src/pay.ts?1a2b', {}, 'src/pay.ts'],
    ['app:///src/pay.ts', {}, 'packages/shop/src/pay.ts'],
    ['/srv/shop/app/pay.py', {}, 'app/pay.py'],
    ['C:\\build\\shop\\Pay.cs', {}, 'shop/Pay.cs'],
    ['Billing.java', { module: 'com.acme.Billing' }, 'core/src/main/java/com/acme/Billing.java'],
    ['pay.py', { abs_path: '/srv/pay.py' }, 'pay.py'],
  ])('%s is the file that a commit changed', (filename, part, file) => {
    expect(found([commit('a', 'README.md', file)], [frame(filename, part)])).toEqual([`a ${file}`])
  })

  it.each([
    ['index.js', 'lib/index.js'],
    ['/srv/shop/index.js', 'lib/index.js'],
    ['src/pay.ts', 'src/pay.test.ts'],
    ['src/pay.ts', 'src/Pay.ts'],
    ['src/pay.ts', 'pay.ts'],
  ])('%s is not %s', (filename, file) => {
    expect(found([commit('a', file)], [frame(filename)])).toEqual([])
  })

  it('come by the innermost frame, then by age; frames of libraries do not count', () => {
    const commits = [
      commit('new', 'app/main.py'),
      commit('mid', 'app/pay.py'),
      commit('old', 'app/main.py', 'app/pay.py'),
    ]
    const frames = [frame('app/main.py'), frame('app/pay.py'), frame('lib/http.py', { in_app: false })]
    expect(found(commits, frames)).toEqual(['mid app/pay.py', 'old app/pay.py', 'new app/main.py'])
    expect(found([commit('lib', 'lib/http.py')], frames)).toEqual([])
  })

  it('of files with the same end, the one that is most like the path of the frame counts', () => {
    const commits = [commit('other', 'b/src/pay.ts'), commit('own', 'a/src/pay.ts')]
    expect(found(commits, [frame('/srv/a/src/pay.ts')])).toEqual(['own a/src/pay.ts'])
  })

  it('are those of the release that changed such a file, and no others', () => {
    const name = fc.constantFrom('a.ts', 'b.ts', 'c.ts')
    const path = fc.tuple(fc.constantFrom('src', 'lib'), name).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(fc.array(fc.array(path)), fc.array(path, { maxLength: 8 }), (changes, stack) => {
        const commits = changes.map((files, index) => commit(String(index), ...files))
        const frames = stack.map((filename) => frame(filename))
        const touching = commits.filter(({ files }) => files.some((file) => stack.includes(file)))
        const suspects = suspectCommits(commits, frames)
        expect(suspects).toHaveLength(Math.min(5, touching.length))
        for (const { id } of suspects) expect(touching.map((each) => each.id)).toContain(id)
      }),
    )
  })
})

describe('the commits that a release keeps', () => {
  it('are each kept once, the ones named last first, with what is known of them', () => {
    const before = [commit('b', 'b.ts'), commit('a')]
    const kept = keptCommits([commit('c', 'c.ts'), { ...commit('b'), message: '' }], before)
    expect(kept.map(({ id, files }) => [id, ...files])).toEqual([['c', 'c.ts'], ['b', 'b.ts'], ['a']])
  })

  it('are bounded, the newest ones first', () => {
    const files = Array.from({ length: COMMIT_LIMITS.files }, (_, index) => `${'x'.repeat(380)}/${index}`)
    const many = Array.from({ length: 1000 }, (_, index) => commit(String(index)))
    expect(keptCommits(many, many).map(({ id }) => id)).toEqual(
      many.slice(0, COMMIT_LIMITS.commitsPerRelease).map(({ id }) => id),
    )
    const large = many.map((each) => ({ ...each, files }))
    const kept = keptCommits(large, [])
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept).length).toBeLessThanOrEqual(COMMIT_LIMITS.charsPerRelease + kept.length + 2)
  })
})

describe('where a commit is shown', () => {
  it.each([
    [
      'https://github.com/acme/shop/blob/v{version}/{path}#L{line}',
      'https://github.com/acme/shop/commit/4f2a91c',
    ],
    ['https://gitlab.com/acme/shop/-/blob/{release}/{path}', 'https://gitlab.com/acme/shop/-/commit/4f2a91c'],
    [
      'https://codeberg.org/acme/shop/src/tag/{version}/{path}',
      'https://codeberg.org/acme/shop/commit/4f2a91c',
    ],
    [
      'https://bitbucket.org/acme/shop/src/{release}/{path}',
      'https://bitbucket.org/acme/shop/commits/4f2a91c',
    ],
    ['https://git.example.com/{path}', null],
    ['https://git.example.com/{release}/src/{path}', null],
  ])('%s', (url, link) => {
    expect(commitLink([{ prefix: '', url }], '4f2a91c')).toBe(link)
  })
})
