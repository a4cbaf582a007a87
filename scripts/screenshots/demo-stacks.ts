import { JAVA_CHAIN, NATIVE_CRASH, PYTHON_GROUP } from '../../test/support/sample/platform-stacks.ts'
import type { DemoIssue } from './demo-events.ts'

const RARE = { events: 3, shape: 'rare', users: 2 } as const

/** Stacks that need more than a list of frames. */
export const STACKS: DemoIssue[] = [
  { project: 'reports', name: 'group', ...RARE, releases: ['reports@2.4.0'], event: PYTHON_GROUP },
  { project: 'checkout-api', name: 'java', ...RARE, releases: ['billing@3.1.0'], event: JAVA_CHAIN },
  { project: 'checkout-api', name: 'native', ...RARE, releases: ['billing@3.1.0'], event: NATIVE_CRASH },
]
