import { JAVA_CHAIN, NATIVE_CRASH, PYTHON_GROUP } from '../../test/support/sample/platform-stacks.ts'
import { ShopBuild } from '../../test/support/symbols/source-map.ts'
import type { DemoIssue } from './demo-events.ts'

const RARE = { events: 3, shape: 'rare', users: 2 } as const

const script = (name: string) => `https://shop.example.com/assets/${name}`
const MINIFIED_AT = [
  { function: 'HTMLButtonElement.<anonymous>', colno: 48_211 },
  { function: 'Xt', colno: 31_907 },
  { function: 'o', colno: 3921 },
]
/** A page whose source map was never uploaded. */
const MINIFIED = {
  platform: 'javascript',
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 't.flush is not a function',
        stacktrace: {
          frames: MINIFIED_AT.map((frame) => {
            const url = script('cart.9a41.js')
            return { ...frame, filename: url, abs_path: url, lineno: 1, in_app: true }
          }),
        },
      },
    ],
  },
}

/** Stacks that need more than a list of frames. */
export const STACKS: DemoIssue[] = [
  { project: 'reports', name: 'group', ...RARE, releases: ['reports@2.4.0'], event: PYTHON_GROUP },
  { project: 'checkout-api', name: 'java', ...RARE, releases: ['billing@3.1.0'], event: JAVA_CHAIN },
  { project: 'checkout-api', name: 'native', ...RARE, releases: ['billing@3.1.0'], event: NATIVE_CRASH },
  {
    project: 'web-frontend',
    name: 'mapped',
    ...RARE,
    releases: ['web@1.4.1'],
    event: { ...new ShopBuild(0, 'a').event(script('app.0f3c.js')) },
  },
  { project: 'web-frontend', name: 'minified', ...RARE, releases: ['web@1.4.1'], event: MINIFIED },
]
