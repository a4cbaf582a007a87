import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

const CHANGING = new Set(
  [
    'set',
    'add',
    'delete',
    'clear',
    'push',
    'pop',
    'shift',
    'unshift',
    'splice',
    'fill',
    'sort',
    'reverse',
  ].concat(['copyWithin', 'addSubnet', 'addAddress', 'addRange']),
)
/** What a module may build at its start: they hold still unless a function changes them, which is looked for. */
const STILL = new Set(
  [
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'RegExp',
    'URL',
    'TextEncoder',
    'TextDecoder',
    'BlockList',
    'Array',
  ].concat([
    'Uint8Array',
    'Uint16Array',
    'Uint32Array',
    'Int32Array',
    'Float64Array',
    'Date',
    'NumberFormat',
    'Collator',
  ]),
)

/**
 * Names of a module that remember something from one call to the next: `let` of the module, collections that its functions
 * change, and objects of classes, whose methods may.
 */
export function moduleState(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  const constants = new Set<string>()
  const found = new Set<string>()
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier') continue
      if (declared.kind !== 'const' || keepsObject(init)) found.add(id.name)
      else constants.add(id.name)
    }
  }
  new Visitor(changesWithin(constants, found)).visit(program)
  return [...found].sort()
}

function keepsObject(init: ESTree.Expression | null): boolean {
  if (init?.type !== 'NewExpression') return false
  const { callee } = init
  if (callee.type === 'Identifier') return !STILL.has(callee.name)
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? !STILL.has(callee.property.name)
    : true
}

/** What stands outside of functions runs once, before anything is asked. */
function changesWithin(constants: ReadonlySet<string>, found: Set<string>): VisitorObject {
  let depth = 0
  const enter = () => {
    depth += 1
  }
  const leave = () => {
    depth -= 1
  }
  const note = (node: { type: string }) => {
    const name = rootOf(node)
    if (depth > 0 && name !== null && constants.has(name)) found.add(name)
  }
  return {
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AssignmentExpression: ({ left }) =>
      left.type === 'MemberExpression' && !isSearchStart(left) && note(left),
    UpdateExpression: ({ argument }) => argument.type === 'MemberExpression' && note(argument),
    UnaryExpression: ({ operator, argument }) => operator === 'delete' && note(argument),
    CallExpression: ({ callee }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (CHANGING.has(callee.property.name)) note(callee.object)
    },
  }
}

/** Where a pattern begins to search is said before each search. */
function isSearchStart({ property }: ESTree.MemberExpression): boolean {
  return property.type === 'Identifier' && property.name === 'lastIndex'
}

const CHANCE = /^(?:random|generateKey|getRandom)/

/** What a module reads of the clock or of chance, beside the dotted names that `impureDomain` knows. */
export function clockAndChance(path: string, text: string): string[] {
  const found: string[] = []
  new Visitor({
    NewExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0)
        found.push('new Date()')
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date') found.push('Date()')
    },
    ImportSpecifier: ({ imported }) => {
      const name = imported.type === 'Identifier' ? imported.name : imported.value
      if (CHANCE.test(name)) found.push(name)
    },
    MemberExpression: ({ property }) => {
      if (property.type === 'Identifier' && /^(?:getRandom|random)/.test(property.name))
        found.push(property.name)
    },
  }).visit(parseSync(path, text).program)
  return found
}

/** `cache` of `cache.entries[3].of`; null if it begins with something else than a name. */
function rootOf(node: { type: string }): string | null {
  if (node.type === 'Identifier') return (node as ESTree.IdentifierReference).name
  return node.type === 'MemberExpression' ? rootOf((node as ESTree.MemberExpression).object) : null
}
