import { exceptionType, exceptionValue } from './event-title.ts'
import { overflowComponents, stackComponents } from './fingerprint-stack.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import type { StackComponents } from './known-stack.ts'
import { messageTemplate } from './message-template.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const MAX_EXCEPTIONS = 50
const MAX_OVERFLOW_CHARS = 100
/** What runtimes call a stack that has no room left, by type or value. */
const OVERFLOW =
  /StackOverflow|RecursionError|SystemStackError|maximum (?:call stack|recursion depth|function nesting)|too much recursion|infinite recursion|stack (?:level too deep|overflow)/i

interface ChainLink {
  type: string | undefined
  stack: StackComponents
  /** Template of the value, only where no frame of the stack counts. */
  value: string | undefined
}

/** Components of a chain by the frames of the application, and by all frames; empty where nothing counts. */
export interface ChainComponents {
  app: string[]
  system: string[]
}

/**
 * What the exceptions of an event contribute to grouping: of each in order its type (unless synthetic), its
 * frames, and its value only where no frame counts. `app` is empty when no frame is of the application.
 */
export function chainComponents(exceptions: JsonObject[], platform: string): ChainComponents {
  const links = exceptions.slice(-MAX_EXCEPTIONS).map((exception) => chainLink(exception, platform))
  const chain = exceptions.length > 1 ? selectFromGroups(exceptions.slice(-MAX_EXCEPTIONS), links) : links
  const anyApp = chain.some((link) => link.stack.app.length > 0)
  return {
    app: anyApp ? chain.flatMap((link) => linkComponents(link, link.stack.app)) : [],
    system: chain.flatMap((link) => linkComponents(link, link.stack.system)),
  }
}

/** The type of an exception as far as it counts: not where the SDK made it up. */
export function countedType(exception: JsonObject): string | undefined {
  const synthetic = isJsonObject(exception.mechanism) && exception.mechanism.synthetic === true
  return synthetic ? undefined : exceptionType(exception)
}

function chainLink(exception: JsonObject, platform: string): ChainLink {
  const stack = exceptionStack(exception, platform)
  const value = stack.system.length > 0 ? undefined : exceptionValue(exception)
  return {
    type: countedType(exception),
    stack,
    value: value === undefined ? undefined : messageTemplate(value),
  }
}

function exceptionStack(exception: JsonObject, platform: string): StackComponents {
  const stack = stackComponents(exception.stacktrace, platform)
  if (!stack.isRecursive || !isOverflow(exception)) return stack
  return overflowComponents(exception.stacktrace, platform)
}

/** True when an exception says that the stack has no room left. */
export function isOverflow(exception: JsonObject): boolean {
  const { type, value } = exception
  return OVERFLOW.test(head(type)) || OVERFLOW.test(head(value))
}

function head(text: Json | undefined): string {
  return typeof text === 'string' ? text.slice(0, MAX_OVERFLOW_CHARS) : ''
}

function linkComponents(link: ChainLink, frames: string[]): string[] {
  const components = link.type === undefined ? [] : [`type: ${link.type}`]
  for (const frame of frames) components.push(frame)
  if (link.value !== undefined) components.push(`value: ${link.value}`)
  return components
}

interface GroupNode {
  link: ChainLink
  isGroup: boolean
  parent: number | undefined
}

/**
 * An exception group stands for its members: with one distinct member, that member and its causes; with more,
 * one of each (in a fixed order) and the group. Chains without groups, and broken ids, stay as they are.
 */
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

/** Members that are no group themselves and are reached through groups only. */
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
