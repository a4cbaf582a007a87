import { exceptionType } from '../../event/title.ts'
import { isJsonObject, type JsonObject } from '../../json/json.ts'
import { plainText } from '../../text/plain-text.ts'
import type { Account } from './account.ts'
import type { StackComponents } from './stack.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** What the SDKs of Android and Apple's systems call the report of a thread that hung. */
const MECHANISMS: ReadonlySet<string | undefined> = new Set(['ANR', 'AppExitInfo', 'AppHang'])
const ANDROID_TYPE = 'ApplicationNotResponding'

/** If nothing of the application is on the stack of a thread that hung, the innermost call says what it waited for. The calls
 * around it are those of one version of the system. */
export function hangStack(
  stack: StackComponents,
  exception: JsonObject,
  account: Account | undefined,
): StackComponents {
  if (stack.app.length > 0 || stack.system.length < 2 || !isHang(exception)) return stack
  const counted = (account ?? []).filter(({ kind, system }) => kind === 'frame' && system === null)
  for (const verdict of counted.slice(0, -1)) verdict.system = 'waiting_stack'
  return { ...stack, system: stack.system.slice(-1) }
}

function isHang(exception: JsonObject): boolean {
  const { mechanism } = exception
  const said = isJsonObject(mechanism) ? plainText(mechanism.type) : undefined
  return MECHANISMS.has(said) || exceptionType(exception) === ANDROID_TYPE
}
