import type { JsonObject } from '../../json/json.ts'
import { text } from '../../text/plain-text.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** All code of an app is in one file, with the framework's; Hermes keeps the names of functions. */
const BUNDLE = /(?:^|[/\\])(?:index(?:\.(?:android|ios))?\.bundle|main\.jsbundle)$/

/** What calls the application in React Native: the bridge, timers, touches, the loader of modules, the renderer of React, and
 * what compiles functions that wait. Which of these are on a stack depends on the system. */
const CALLS =
  /^(?:(?:__)?guard|__?callFunction|__invokeCallback|callFunctionReturnFlushedQueue|invokeCallbackAndReturnFlushedQueue|(?:__)?flushedQueue|_?callTimers?|callImmediates?|callReactNativeMicrotasks|_?flushQueue|receive(?:Touches|Event)|_receive(?:RootNodeIDEvent|Signal|TouchEvent)\w{0,20}|_perform(?:TransitionSideEffects|SideEffectsForTransition)|(?:touchableHandle|on)Responder(?:Release|Grant|Move|Terminate)|executeDispatch\w{0,30}|dispatchEvent\w{0,40}|runEventsInBatch|forEachAccumulated|batchedUpdates\w{0,12}|flushSync\w{0,40}|invokeGuardedCallback\w{0,20}|reportGlobalError|metroRequire|requireWithFactory|loadModuleImplementation|guardedLoadModule|renderWithHooks\w{0,12}|renderApplication|runApplication|(?:mount|update|replay|begin|complete)(?:IndeterminateComponent|FunctionComponent|ClassComponent|ClassInstance|HostComponent|Fragment|Work|UnitOfWork|SuspendedUnitOfWork|MemoComponent|SimpleMemoComponent|ContextProvider)\w{0,12}|(?:perform|render)(?:Concurrent|Sync)?(?:Work|Root)\w{0,30}|performUnitOfWork|workLoop(?:Sync|Concurrent)\w{0,14}|recursivelyTraverse\w{1,40}|commit(?:Root|Mutation|Layout|Passive|Hook|Before|LifeCycles)\w{0,40}|invokePassiveEffect\w{0,20}|processRootScheduleInMicrotask|asyncGeneratorStep|_(?:next|throw)|tryCall(?:One|Two|Catch)|doResolve|handleResolved)$/

/** True for React Native's own function in the one file of an app. */
export function isReactNativeCall({ function: name, filename, abs_path: path }: JsonObject): boolean {
  return BUNDLE.test((text(filename) || text(path)).slice(-300)) && CALLS.test(text(name).slice(0, 200))
}
