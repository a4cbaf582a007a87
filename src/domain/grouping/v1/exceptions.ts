import { INPUT_LIMITS } from '#contract/limits.ts'
import { stackFramesOf } from '../../event/frames.ts'
import { exceptionType, exceptionValue, readNsError } from '../../event/title.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts'
import { isNative } from '../../normalise/binary-place.ts'
import { type Account, type LeftOutRule, leaveOut } from './account.ts'
import { countedType, isSynthetic } from './counted-type.ts'
import { isJavascript } from './frame.ts'
import { hangStack } from './hang.ts'
import { type LostLines, lostLines, withoutLines } from './lost-lines.ts'
import { isMangled, overflowComponents, type StackComponents, stackComponents } from './stack.ts'
import { databaseWords, isDatabaseAnswer } from './text/database-answers.ts'
import { failureCode, statusCode } from './text/failure-code.ts'
import { boundedTemplates } from './text/message-template.ts'
import {
  beginningOf,
  countedWords,
  isEngineStack,
  isGeneral,
  isLoggedByRust,
  isPlainError,
  isToldByText,
  ownWords,
} from './told-by-text.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const MAX_OVERFLOW_CHARS = 100
const OVERFLOW =
  /StackOverflow|RecursionError|SystemStackError|maximum (?:call stack|recursion depth|function nesting)|too much recursion|infinite recursion|stack (?:level too deep|overflow)/i

interface ChainLink {
  type: string | undefined
  error: string | undefined
  stack: StackComponents
  value: string | undefined
  /** See `failureCode`: what the type and the frames don't say. */
  code: string | undefined
  account: Account | undefined
}

interface ChainContext {
  platform: string
  lost: LostLines | undefined
  /** True if no frame is of the application, so that a plain error is told by its text. */
  isOutsideApp: boolean
  templateOf: (text: string) => string
  isExplained: boolean
}

/** Components of a chain by the frames of the application, and by all frames; empty if nothing counts. */
export interface ChainComponents {
  app: string[]
  system: string[]
}

/** Of each exception in order: type (unless synthetic), frames, and the value only if no frame counts, names are
 * mangled, or the stack is not that of the error. `app` is empty if no frame is of the application. */
export function chainComponents(all: JsonObject[], platform: string, account?: Account): ChainComponents {
  const sent = all.length > 1 ? withoutComponentStacks(all, account) : all
  const exceptions = sent.length > 1 ? sent.slice(-INPUT_LIMITS.exceptions) : sent
  const templateOf = boundedTemplates(INPUT_LIMITS.exceptionTemplateChars)
  const context = {
    platform,
    lost: lostLines(exceptions, platform),
    isOutsideApp: !exceptions.some(hasAppFrame),
    templateOf,
    isExplained: account !== undefined,
  }
  const links = exceptions.map((exception, at) => chainLink(exception, exceptions[at - 1], context))
  const chain = exceptions.length > 1 ? selectFromGroups(exceptions, links) : links
  if (account !== undefined) explainChain({ sent, links, chain }, account)
  const anyApp = chain.some((link) => link.stack.app.length > 0)
  return {
    app: anyApp ? chain.flatMap((link) => linkComponents(link, link.stack.app)) : [],
    system: chain.flatMap((link) => linkComponents(link, link.stack.system)),
  }
}

const COMPONENT_STACK = /^React ErrorBoundary /

/** Beside an error that React caught, some versions of its SDK send the components around it as a cause. They count if
 * nothing of the application is on the stack of the error itself. */
function withoutComponentStacks(sent: JsonObject[], account: Account | undefined): JsonObject[] {
  if (!hasAppFrame(sent.at(-1)!)) return sent
  return sent.filter((exception, at) => {
    const type = at === sent.length - 1 ? undefined : exceptionType(exception)
    if (type === undefined || !COMPONENT_STACK.test(type)) return true
    leaveOut(account, { kind: 'exception', text: type }, 'better_source')
    return false
  })
}

interface ExplainedChain {
  sent: JsonObject[]
  links: ChainLink[]
  chain: ChainLink[]
}

function explainChain({ sent, links, chain }: ExplainedChain, account: Account): void {
  const beyond = sent.slice(0, sent.length - links.length)
  for (const exception of beyond)
    leaveOut(account, { kind: 'exception', text: exceptionName(exception) }, 'too_many_exceptions')
  const counted = new Set(chain)
  for (const [at, link] of links.entries()) {
    if (counted.has(link)) for (const verdict of link.account ?? []) account.push(verdict)
    else {
      const text = exceptionName(sent[beyond.length + at]!)
      leaveOut(account, { kind: 'exception', text }, 'other_group_member')
    }
  }
}

function exceptionName(exception: JsonObject): string {
  return exceptionType(exception) ?? exceptionValue(exception) ?? 'exception'
}

/** True if the stack shows where the SDK reported the value, not where it was thrown: of a message, of what JavaScript
 * throws that is no `Error`, of what Unity logs. Of native code an SDK makes up the type of a crash, whose stack is real. */
export function isReportersStack(exception: JsonObject, platform: string): boolean {
  if (!isSynthetic(exception)) return false
  return !isNative(platform) || exceptionType(exception) === undefined || isLoggedByRust(exception)
}

function chainLink(
  exception: JsonObject,
  cause: JsonObject | undefined,
  { platform, lost, isOutsideApp, templateOf, isExplained }: ChainContext,
): ChainLink {
  const account: Account | undefined = isExplained ? [] : undefined
  const isReporters = isReportersStack(exception, platform)
  const read = lost === undefined ? exception : withoutLines(exception)
  const whole = hangStack(exceptionStack(read, platform, account), exception, account)
  const foreign = foreignStack(exception, platform, isReporters)
  const stack = foreign === undefined ? whole : withoutStack(whole, exception, { rule: foreign, account })
  const isDatabase = isDatabaseAnswer(exception, platform)
  const isTold =
    isReporters ||
    isDatabase ||
    isToldByText(exception, platform) ||
    (isOutsideApp && isJavascript(platform) ? isPlainError(exception) : lost?.fromApp === true)
  const framesSay = stack.system.length > 0 && !stack.isVague && !isMangled(stack, platform) && !isTold
  const said =
    isDatabase && stack.app.length > 0 ? databaseWords(exception) : ownWords(exception, cause, platform)
  const isBegun = framesSay && isOutsideApp && isGeneral(exception, platform)
  const isLeftOut = framesSay && !isBegun
  const sent = isLeftOut && !isExplained ? undefined : said
  const template = sent === undefined || isLeftOut ? undefined : templateOf(sent)
  const value = template && (isBegun ? beginningOf(template) : countedWords(template, platform))
  const type = countedType(exception)
  if (type === undefined && isExplained) leaveOutType(exception, account)
  if (sent !== undefined && value !== sent)
    leaveOut(account, { kind: 'value', text: sent }, isLeftOut ? 'frames_decide' : 'varying_parts')
  const code = codeOf(exception, isDatabase || isBegun ? undefined : value, isDatabase)
  return { type, error: systemError(exception), stack, value, code, account }
}

/** Beside a text that counts, only the status, which its template leaves out. */
function codeOf(exception: JsonObject, value: string | undefined, isDatabase: boolean): string | undefined {
  const said = exceptionValue(exception)
  if (said === undefined) return undefined
  return value === undefined ? failureCode(said, isDatabase) : statusCode(said)
}

function hasAppFrame({ stacktrace }: JsonObject): boolean {
  return stackFramesOf(stacktrace).some((frame) => frame.in_app === true)
}

/** The rule that leaves a stack out if nothing of the application is on it: it is one of the SDK or of the runtime, in
 * this version of it. */
function foreignStack(
  exception: JsonObject,
  platform: string,
  isReporters: boolean,
): LeftOutRule | undefined {
  if (isReporters) return 'sdk_stack'
  return isEngineStack(exception, platform) ? 'runtime_stack' : undefined
}

function withoutStack(
  stack: StackComponents,
  exception: JsonObject,
  { rule, account }: { rule: LeftOutRule; account: Account | undefined },
): StackComponents {
  if (stack.app.length > 0 || exceptionValue(exception) === undefined) return stack
  for (const verdict of account ?? []) verdict.system ??= rule
  return { ...stack, system: [] }
}

/** Domain and code of an error of Apple's systems, whose stack is that of the place that reported it. */
export function systemError(exception: JsonObject): string | undefined {
  const { domain, code } = readNsError(exception.mechanism) ?? {}
  return domain === undefined && code === undefined ? undefined : `${domain ?? '?'} ${code ?? '?'}`
}

function leaveOutType(exception: JsonObject, account: Account | undefined): void {
  const type = exceptionType(exception)
  if (type !== undefined) leaveOut(account, { kind: 'type', text: type }, 'synthetic')
}

function exceptionStack(exception: JsonObject, platform: string, account?: Account): StackComponents {
  const own: Account | undefined = account && []
  const stack = stackComponents(exception.stacktrace, platform, own)
  if (stack.isRecursive && isOverflow(exception))
    return overflowComponents(exception.stacktrace, platform, account)
  for (const verdict of own ?? []) account?.push(verdict)
  return stack
}

export function isOverflow(exception: JsonObject): boolean {
  const { type, value } = exception
  return OVERFLOW.test(head(type)) || OVERFLOW.test(head(value))
}

function head(text: Json | undefined): string {
  return typeof text === 'string' ? text.slice(0, MAX_OVERFLOW_CHARS) : ''
}

function linkComponents(link: ChainLink, frames: string[]): string[] {
  const components = link.type === undefined ? [] : [`type: ${link.type}`]
  if (link.error !== undefined) components.push(`error: ${link.error}`)
  for (const frame of frames) components.push(frame)
  if (link.code !== undefined) components.push(`code: ${link.code}`)
  if (link.value !== undefined) components.push(`value: ${link.value}`)
  return components
}

interface GroupNode {
  link: ChainLink
  isGroup: boolean
  parent: number | undefined
}

/** A group stands for its members: one distinct member with its causes, or one of each (in a fixed order)
 * and the group. Chains without groups, and broken ids, stay. */
function selectFromGroups(exceptions: JsonObject[], links: ChainLink[]): ChainLink[] {
  const nodes = groupNodes(exceptions, links)
  const root = nodes?.get(0)
  if (nodes === undefined || root === undefined || !root.isGroup) return links
  const distinct = new Map<string, number>()
  for (const id of topLevelMembers(nodes)) {
    const link = nodes.get(id)!.link
    const key = linkComponents(link, link.stack.system).join('\n')
    if (!distinct.has(key)) distinct.set(key, id)
  }
  if (distinct.size === 0) return links
  if (distinct.size === 1) return firstPath(nodes, distinct.values().next().value!)
  const members = [...distinct.keys()].sort().map((key) => nodes.get(distinct.get(key)!)!.link)
  return [...members, root.link]
}

/** The exceptions by their id; undefined when one has none, or one twice, or names itself as an ancestor. */
function groupNodes(exceptions: JsonObject[], links: ChainLink[]): Map<number, GroupNode> | undefined {
  if (!exceptions.some(isGroup)) return undefined
  const nodes = new Map<number, GroupNode>()
  for (const [index, exception] of exceptions.entries()) {
    const mechanism = isJsonObject(exception.mechanism) ? exception.mechanism : {}
    const id = mechanism.exception_id
    const parent = mechanism.parent_id
    if (typeof id !== 'number' || nodes.has(id)) return undefined
    const known = typeof parent === 'number' ? parent : undefined
    if (known !== undefined && known >= id) return undefined
    nodes.set(id, { link: links[index]!, isGroup: isGroup(exception), parent: known })
  }
  return nodes
}

function isGroup(exception: JsonObject): boolean {
  return isJsonObject(exception.mechanism) && exception.mechanism.is_exception_group === true
}

function topLevelMembers(nodes: Map<number, GroupNode>): number[] {
  const members: number[] = []
  for (const [id, node] of nodes) {
    if (!node.isGroup && node.parent !== undefined && nodes.get(node.parent)?.isGroup === true)
      members.push(id)
  }
  return members.sort((left, right) => left - right)
}

/** An exception and its first cause, and that one's, oldest cause first. */
function firstPath(nodes: Map<number, GroupNode>, start: number): ChainLink[] {
  const path: ChainLink[] = []
  let current: number | undefined = start
  while (current !== undefined) {
    path.push(nodes.get(current)!.link)
    current = firstChild(nodes, current)
  }
  return path.reverse()
}

function firstChild(nodes: Map<number, GroupNode>, parent: number): number | undefined {
  let first: number | undefined
  for (const [id, node] of nodes) {
    if (node.parent === parent && !node.isGroup && (first === undefined || id < first)) first = id
  }
  return first
}
