import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { DEADLINE_MS } from './test/support/deadline.ts'

// As the service does (src/main.ts): no thread loads the type stripper, which is WebAssembly and takes a second.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/compile')

/** Files that take half a minute or more: begun last, one of them would run alone at the end. */
const LONGEST = [
  'test/crash/',
  'test/fuzz/api-fuzz',
  'test/issues/issue-model',
  'test/journal/',
  'test/access/access-matrix',
  'test/fuzz/',
  'test/nodes/several-nodes',
  'test/siege/',
  'test/connections/',
  'test/cli/',
  'test/upkeep/upkeep',
  'test/nodes/',
  'test/ingest/',
  'test/browser/',
  'test/single-sign-on/',
  'test/verify/',
]

const MOST_WORKERS = 8

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((part) => moduleId.includes(part))
      return found < 0 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: resolve(import.meta.dirname, 'test/support/fuzz/fast-check.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/database/note-statements.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // One more than cores, since tests wait for half of their time. Each has a service and a browser beside it.
    maxWorkers: Math.min(availableParallelism() + 1, MOST_WORKERS),
    // Files of one worker load the product once; what they change in it they put back. A third of a run is loading.
    isolate: false,
    // Longer than what a test waits for, so that it can say what did not happen.
    testTimeout: 5 * DEADLINE_MS,
    hookTimeout: 5 * DEADLINE_MS,
    expect: { poll: { timeout: DEADLINE_MS, interval: 25 } },
  },
})
