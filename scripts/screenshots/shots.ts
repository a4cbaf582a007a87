import type { Shot } from './shot.ts'
import { CONNECT, SETUP } from './shots-entry.ts'
import { ISSUE } from './shots-issue.ts'
import { ISSUES } from './shots-issues.ts'
import { ACCOUNT, SETTINGS } from './shots-settings.ts'

export const SHOTS: readonly Shot[] = [...SETUP, ...CONNECT, ...ISSUES, ...ISSUE, ...SETTINGS, ...ACCOUNT]
