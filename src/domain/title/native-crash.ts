import { readLevel } from '../event/level.ts'
import { readPlatform } from '../event/names.ts'
import type { JsonObject } from '../json/json.ts'

/** True for a crash that only a minidump beside the event describes, if the event says nothing else. */
export function isNativeCrash({ platform, level }: JsonObject): boolean {
  return readLevel(level) === 'fatal' && readPlatform(platform) === 'native'
}
