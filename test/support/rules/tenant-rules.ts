import { type ESTree, parseSync } from 'vite'

/** A foreign key, column by column. */
interface Reference {
  columns: string[]
  table: string
  targets: string[]
}

/** What the rules read of a table that has an organization. */
export interface TenantTable {
  name: string
  primaryKey: string[]
  references: Reference[]
  /** Columns of each index that is neither the primary key nor made by a uniqueness rule. */
  indexes: { name: string; columns: string[] }[]
}

/**
 * References between rows that would let a row of one organization point to a row of another one, and tables
 * that nothing ties to an organization. `tenants` are the names of all tables with an organization.
 */
export function looseTables(tables: readonly TenantTable[]): string[] {
  const tenants = new Set(tables.map(({ name }) => name))
  return tables.flatMap((table) => [
    ...table.references
      .filter((reference) => tenants.has(reference.table) && !keepsOrganization(reference))
      .map(({ columns, table: target }) => `${table.name} (${columns}) → ${target}`),
    ...(isTied(table) ? [] : [`${table.name} has no key with its organization`]),
  ])
}

/** Indexes that do not begin with the organization: rows of all of them lie mixed in there. */
export function mixedIndexes(tables: readonly TenantTable[]): string[] {
  return tables.flatMap(({ name, indexes }) =>
    indexes
      .filter(({ columns }) => columns[0] !== 'org_id')
      .map((index) => `${name}.${index.name} (${index.columns})`),
  )
}

function isTied({ primaryKey, references }: TenantTable): boolean {
  const isKey = primaryKey.length > 1 && primaryKey[0] === 'org_id'
  return isKey || references.some((reference) => reference.table === 'org' || keepsOrganization(reference))
}

function keepsOrganization({ columns, targets }: Reference): boolean {
  const at = columns.indexOf('org_id')
  return at === 0 && targets[at] === 'org_id' && columns.length > 1
}

/** Types that stand for a connection, which a function asks questions on. */
const CONNECTION = /\b(Queries|OrgScope|BatchTransaction|Kysely|Transaction)\b/
const SCOPE = /^(OrgScope|Pick<OrgScope, .*'orgId'.*>)$/

/**
 * Exported functions of a module of storage that ask without saying for which organization, as `name`: those that
 * take a connection, but no scope first, or that never name the organization of their scope.
 */
export function unscopedFunctions(path: string, text: string): string[] {
  return exportedFunctions(path, text)
    .map(({ name, node }) => ({ name, types: parameterTypes(node, text), body: bodyOf(node, text) }))
    .filter(({ types, body }) => {
      if (!types.some((type) => CONNECTION.test(type))) return false
      return !SCOPE.test(types[0]!) || !/\borgId\b|\bscope\b(?!\.db)/.test(body)
    })
    .map(({ name }) => name)
}

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression
interface NamedFunction {
  name: string
  node: AnyFunction
}

/** Declared, held by a constant, or a method of a class; what is exported by a list has no place in storage. */
function exportedFunctions(path: string, text: string): NamedFunction[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  return program.body.flatMap((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') throw new Error(`${path}: a default export`)
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (!statement.declaration) throw new Error(`${path}: a list of exports`)
    return functionsOf(statement.declaration)
  })
}

function functionsOf(declaration: ESTree.Declaration): NamedFunction[] {
  if (declaration.type === 'FunctionDeclaration')
    return [{ name: declaration.id?.name ?? '', node: declaration }]
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id, init }) =>
      init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression'
        ? [{ name: id.type === 'Identifier' ? id.name : '', node: init }]
        : [],
    )
  }
  if (declaration.type !== 'ClassDeclaration') return []
  return declaration.body.body.flatMap((member) =>
    member.type === 'MethodDefinition' && member.key.type === 'Identifier'
      ? [{ name: `${declaration.id?.name}.${member.key.name}`, node: member.value }]
      : [],
  )
}

function bodyOf({ body }: AnyFunction, text: string): string {
  return body ? textOf(body, text) : ''
}

function parameterTypes(node: AnyFunction, text: string): string[] {
  return node.params.map((parameter) => {
    const annotation = 'typeAnnotation' in parameter ? parameter.typeAnnotation : null
    return annotation ? textOf(annotation.typeAnnotation, text) : ''
  })
}

function textOf(node: { start: number; end: number }, text: string): string {
  return text.slice(node.start, node.end)
}

/** True for a module that reaches for what sees every organization: `database.queries`, `database.transaction`. */
export function reachesBeyondScopes(text: string): boolean {
  return /\b[dD]atabase\.(queries|transaction)\b|\{[^{}]*\bqueries\b[^{}]*\} = [\w.]*[dD]atabase\b/.test(text)
}
