import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

export interface SourceFunction {
  name: string
  line: number
  lines: number
  /** 0 for a function passed to a call: its caller decides what it takes. */
  parameters: number
}

/** What the architecture rules read of one module. */
export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string
  lines: number
  /** Specifiers as written: static (types included), dynamic, re-exports, and worker scripts. */
  imports: string[]
  functions: SourceFunction[]
  /** Dotted names read, such as `process.env` or `Date.now`. */
  memberReads: string[]
  /** Lines with a query key written out where a query is used, not if it is defined. */
  looseQueryKeys: number[]
  /** `// …` and block comments. */
  comments: string[]
}

/** Reads and parses modules by glob patterns relative to `root`. Throws where one does not parse. */
export function readSourceFiles(root: string, patterns: string[]): SourceFile[] {
  const exclude = ['**/dist/**', '**/node_modules/**']
  const paths = globSync(patterns, { cwd: root, exclude })
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => parseSourceFile(path, readFileSync(`${root}/${path}`, 'utf8')))
}

/** Parses one module; `path` decides the language (ts or tsx). */
export function parseSourceFile(path: string, text: string): SourceFile {
  const { program, errors, comments } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const lineStarts = startsOfLines(text)
  const file: SourceFile = {
    path,
    lines: text.endsWith('\n') ? lineStarts.length - 1 : lineStarts.length,
    imports: [],
    functions: [],
    memberReads: [],
    looseQueryKeys: [],
    comments: comments.map((comment) => comment.value),
  }
  const lineOf = (offset: number) => lineAt(lineStarts, offset)
  new Visitor(importVisitors(file)).visit(program)
  new Visitor(functionVisitors(file, lineOf)).visit(program)
  new Visitor(queryKeyVisitors(file, lineOf)).visit(program)
  return file
}

function importVisitors(file: SourceFile): VisitorObject {
  const add = (source: { type: string; value?: unknown } | null) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') file.imports.push(source.value)
  }
  const addSource = (node: { source: { type: string; value?: unknown } | null }) => add(node.source)
  const addWorkerScript = (node: ESTree.NewExpression) => {
    // `new URL('./thread.ts', import.meta.url)` is how a worker's script is named: an import all the same.
    const [first] = node.arguments
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL' || first?.type !== 'Literal') return
    if (/^\.{1,2}\/.*\.tsx?$/.test(String(first.value))) add(first)
  }
  const addMember = (node: ESTree.MemberExpression) => {
    if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return
    file.memberReads.push(`${node.object.name}.${node.property.name}`)
  }
  return {
    ImportDeclaration: addSource,
    ExportNamedDeclaration: addSource,
    ExportAllDeclaration: addSource,
    ImportExpression: addSource,
    TSImportType: addSource,
    NewExpression: addWorkerScript,
    MemberExpression: addMember,
  }
}

/** TypeScript's `this` says what a function is called on; nobody passes it. */
function isThis(param: ESTree.ParamPattern): boolean {
  return param.type === 'Identifier' && param.name === 'this'
}

function functionVisitors(file: SourceFile, lineOf: (offset: number) => number): VisitorObject {
  const callbacks = new Set<number>()
  const noteCallbacks = (call: { arguments: { type: string; start: number }[] }) => {
    for (const argument of call.arguments) callbacks.add(argument.start)
  }
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const line = lineOf(node.start)
    file.functions.push({
      name: 'id' in node && node.id ? node.id.name : `function at line ${line}`,
      line,
      lines: lineOf(node.end - 1) - line + 1,
      parameters: callbacks.has(node.start) ? 0 : node.params.filter((param) => !isThis(param)).length,
    })
  }
  return {
    CallExpression: noteCallbacks,
    NewExpression: noteCallbacks,
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }
}

const QUERY_DEFINITIONS = ['queryOptions', 'infiniteQueryOptions']

function queryKeyVisitors(file: SourceFile, lineOf: (offset: number) => number): VisitorObject {
  const defined = new Set<number>()
  return {
    CallExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || !QUERY_DEFINITIONS.includes(callee.name)) return
      if (options?.type !== 'ObjectExpression') return
      for (const property of options.properties) defined.add(property.start)
    },
    Property({ key, value, start }) {
      if (key.type !== 'Identifier' || key.name !== 'queryKey' || value.type !== 'ArrayExpression') return
      if (!defined.has(start)) file.looseQueryKeys.push(lineOf(start))
    },
  }
}

function startsOfLines(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Line of a character offset, counted from 1; binary search. */
function lineAt(starts: number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

/**
 * Path of the module that `specifier` names inside the repository; null for packages. `aliases` is the
 * `imports` table of package.json.
 */
export function resolveImport(
  from: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  for (const [alias, target] of Object.entries(aliases)) {
    if (alias === specifier) return posix.normalize(target)
    const prefix = alias.endsWith('*') ? alias.slice(0, -1) : null
    if (prefix && specifier.startsWith(prefix)) {
      return posix.normalize(target.replace('*', specifier.slice(prefix.length)))
    }
  }
  return null
}
