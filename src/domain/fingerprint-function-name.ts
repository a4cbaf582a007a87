/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const ANONYMOUS_JS = new Set([
  '',
  '?',
  '<',
  '<anonymous>',
  '<anonymous function>',
  'Anonymous function',
  'anonymous',
])

/**
 * A function name without what differs between builds, browsers and runs of the same code. Empty when it
 * names no function and must not count.
 */
export function groupedFunction(name: string, platform: string): string {
  const bounded = name.length > 1000 ? name.slice(0, 1000).trim() : name.trim()
  switch (platform) {
    case 'javascript':
    case 'node':
      return javascriptFunction(bounded)
    case 'ruby':
      return rubyFunction(bounded)
    case 'php':
      return phpFunction(bounded)
    case 'java':
      if (!bounded.includes('$')) return bounded
      return bounded.startsWith('lambda$') ? '' : bounded.replace(/\$lambda\$\d+/g, '$lambda')
    case 'native':
    case 'cocoa':
    case 'objc':
    case 'c':
    case 'rust':
    case 'swift':
      return nativeFunction(bounded)
    case 'csharp':
      return dotnetName(bounded)
    case 'go':
      return bounded.replace(/\.func\d+(?:\.\d+)*/g, '.func')
    default:
      return bounded === '?' || bounded === '<unknown>' ? '' : bounded
  }
}

/** Chrome, Firefox and Safari name the same function `Object.foo`, `bar/foo` and `foo`. */
function javascriptFunction(name: string): string {
  let text = name
  const alias = text.indexOf(' [as ')
  if (alias !== -1) text = text.slice(0, alias)
  if (text.startsWith('async ')) text = text.slice(6)
  if (text.startsWith('new ')) text = text.slice(4)
  const last = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf('/')) + 1)
  return ANONYMOUS_JS.has(last) || ANONYMOUS_JS.has(text) ? '' : last
}

/** Blocks, and the numbers the template engine puts into the names of compiled templates. */
function rubyFunction(name: string): string {
  if (name.startsWith('block ')) return 'block'
  return name.replace(/__\d{4,}_\d{4,}$/, '')
}

/** Names the compiler makes for async methods, lambdas and local functions, without their ordinals. */
export function dotnetName(name: string): string {
  return name.includes('>') ? name.replace(/(>[a-z]__[A-Za-z]*)\|?\d+(?:_\d+)?/g, '$1') : name
}

/** Anonymous classes carry the place of their file, closures in newer versions their line. */
function phpFunction(name: string): string {
  if (name.startsWith('[Anonymous') || /@anonymous(?:\0|\/|[A-Za-z]:\\)/.test(name)) return ''
  const closure = name.indexOf('{closure')
  return closure === -1 ? name : `${name.slice(0, closure)}{closure}`
}

/** C, C++, Rust, Swift and Objective-C: no arguments, no generics, no hashes, no numbered lambdas. */
function nativeFunction(name: string): string {
  if (name === '' || name === '?' || name === '<redacted>' || name === '<unknown>') return ''
  if (/^[-+]?\[/.test(name) || /^\w+$/.test(name)) return name
  const plain = name
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/@@?\d{1,4}$/, '')
    .replace(/\{lambda[^{}]{0,300}\}(?:#\d+)?|lambda_[0-9a-f]{32}|'?lambda\d*'?(?=\(|$)|\$_\d+\b/g, 'lambda')
    .replace(/\{\{closure\}\}(?:#\d+)?|\{closure#\d+\}/g, 'closure')
    .replace(/_block_invoke(?:[._]\d+)+/g, '_block_invoke')
  return withoutArguments(withoutGenerics(plain)).trim()
}

/** Drops balanced `<…>` after a name; a leading one (`<T as Trait>::f`) and operators stay. */
function withoutGenerics(name: string): string {
  if (!name.includes('<') || name.startsWith('<') || name.includes('operator')) return name
  let depth = 0
  let kept = ''
  for (const character of name) {
    if (character === '<') depth += 1
    if (depth === 0) kept += character
    if (character === '>') depth = Math.max(0, depth - 1)
  }
  return kept
}

/** Drops the argument list and what follows it, and a leading return type, as `int main(int)` -> `main`. */
function withoutArguments(name: string): string {
  const hidden = name.replace(/\(anonymous namespace\)/g, '{anonymous}')
  const open = hidden.indexOf('(')
  if (open <= 0) return hidden
  const head = hidden.slice(0, open).trimEnd()
  if (head.includes('operator')) return head
  return head.slice(head.lastIndexOf(' ') + 1)
}
