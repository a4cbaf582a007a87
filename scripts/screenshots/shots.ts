import type { Shot } from './shot.ts'
import { CONNECT, SETUP } from './shots-entry.ts'
import { ISSUE } from './shots-issue.ts'
import { ISSUES } from './shots-issues.ts'
import { PROJECTS } from './shots-projects.ts'
import { RELEASES } from './shots-releases.ts'
import { ACCOUNT, SETTINGS } from './shots-settings.ts'
import { ALERTS, LINKS, TEAM } from './shots-team.ts'

export const SHOTS: readonly Shot[] = [
  ...SETUP,
  ...LINKS,
  ...CONNECT,
  ...ISSUES,
  ...ISSUE,
  ...ALERTS,
  ...RELEASES,
  ...PROJECTS,
  ...SETTINGS,
  ...TEAM,
  ...ACCOUNT,
]
