import { withoutPlace } from '../../normalise/anonymous-class.ts'
import { inlinedPlace, isNoSymbol } from '../../normalise/binary-place.ts'
import {
  beamFunction,
  generatedName,
  javaFunction,
  kotlinFunction,
  withoutSignature,
} from './generated-name.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** How a virtual machine tells private names of libraries apart. */
const DART_LIBRARY = /(?<=_\w{1,100})@\d{6,12}(?![\w])/g
const NO_NAME: ReadonlySet<string> = new Set(['?', '<unknown>', '<asynchronous suspension>'])
const NOTEBOOK_CELL = /^<cell line: \d{1,6}>$/
const ANONYMOUS_JS = new Set([
  '',
  '?',
  '<',
  '<anonymous>',
  '<anonymous function>',
  'Anonymous function',
  'anonymous',
  'global code',
  'module code',
])

/** Without what differs between builds, browsers and runs; empty if it names no function. */
export function groupedFunction(name: string, platform: string): string {
  const bounded = name.length > 1000 ? name.slice(0, 1000).trim() : name.trim()
  switch (platform) {
    case 'javascript':
      return javascriptFunction(bounded)
    case 'node':
      return javascriptFunction(bounded.endsWith(']') ? bounded.replace(MINIFIED_METHOD, '$1') : bounded)
    case 'ruby':
      return rubyFunction(bounded)
    case 'php':
      return phpFunction(bounded)
    case 'java':
      return javaFunction(bounded)
    case 'native':
    case 'cocoa':
    case 'objc':
    case 'c':
    case 'rust':
    case 'swift':
      return nativeFunction(bounded)
    case 'csharp':
      return withoutSignature(generatedName(bounded, platform))
    case 'go':
      return generatedName(bounded, platform)
    case 'dart':
      return bounded.replaceAll('<anonymous closure>', '<fn>').replace(DART_LIBRARY, '')
    case 'elixir':
    case 'erlang':
      return beamFunction(bounded)
    default:
      return NO_NAME.has(bounded) ? '' : otherFunction(bounded)
  }
}

/** Python, Perl, Dart (which calls itself `other`), R (which names a call with its arguments), and languages without rules
 * of their own. */
function otherFunction(name: string): string {
  if (LINE_OF_PLACE.test(name)) return name.replace(LINE_OF_PLACE, '')
  if (name.startsWith('<cell')) return name.replace(NOTEBOOK_CELL, '<cell>')
  if (name.endsWith("'")) return name.replace(CALL_OF_LUA, '$1')
  if (name.endsWith('>')) return withoutBlock(name)
  if (name.includes('#')) return name.replace(NUMBERS_OF_JULIA, '#')
  if (name.includes('__ANON__[')) return name.replace(/(?<=__ANON__)\[[^\]]{1,300}\]/, '')
  if (name.endsWith(')') && name.indexOf('(') > 0) return name.slice(0, name.indexOf('('))
  return name
}

/** Lua and Crystal call a function that has no name by its place: `function <cart.lua:17>`, `~proc@src/cart.cr:17`. */
const LINE_OF_PLACE = /(?<=\.\w{1,8}):\d{1,7}(?=>?$)/
/** How Lua found what it calls: as a field, a method, a local or a global. */
const CALL_OF_LUA = /^(?:in )?(?:function|method|field|upvalue|local|global) '([^']{1,200})'$/
/** Functions that Julia's compiler makes of closures and named arguments: `#pay#12`, `var"#3#4"`. */
const NUMBERS_OF_JULIA = /#\d{1,6}(?:#\d{1,6}){0,3}(?!\w)/g
/** The part of a function of PowerShell that handles what is piped into it. */
const BLOCK_OF_POWERSHELL = /(?<=\w)<(?:Begin|Process|End|Clean)>$/

function withoutBlock(name: string): string {
  if (name.endsWith('<anonymous closure>')) return `${name.slice(0, -19)}<fn>`
  return name.replace(BLOCK_OF_POWERSHELL, '')
}

/** What only V8 says of a minified function: the property that it was called by. */
const MINIFIED_METHOD = /^(?:async )?(?:[\w$]{1,60}\.)?[\w$]{1,3} \[as ([\w$]{2,100})\]$/

/** Of a function of Rust that was compiled to WebAssembly. */
const RUST_HASH = /::h[0-9a-f]{16}$/
/** Hermes splits functions that wait: `?anon_0_loadCart`. */
const HERMES_PART = /^\?anon_\d{1,4}_/

/** Chrome `Object.foo`, Firefox `bar/foo`, Safari `foo` are one. Firefox prepends what it waited for
 * (`async*foo`, `setTimeout handler*foo`), Node appends which of several promises failed. */
function javascriptFunction(name: string): string {
  let text = name.slice(name.lastIndexOf('*') + 1)
  if (text.includes('::h')) text = text.replace(RUST_HASH, '')
  if (text.startsWith('?anon_')) text = text.replace(HERMES_PART, '')
  if (text.endsWith(')')) text = text.replace(/ \(index \d+\)$/, '')
  if (text.endsWith(']')) text = withoutAlias(text)
  if (text.startsWith('bound ')) text = text.slice(6)
  if (text.startsWith('async ')) text = text.slice(6)
  if (text.startsWith('new ')) text = text.slice(4)
  const last = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf('/')) + 1)
  if (ANONYMOUS_JS.has(last) || ANONYMOUS_JS.has(text) || last.endsWith('<')) return ''
  return last.replace(ACCESSOR, '').replace(SAME_NAME, '')
}

/** Chrome and Firefox say that a property is read or set, Safari doesn't. */
const ACCESSOR = /^[gs]et (?=[\w$#])/
/** Rollup numbers functions of one name: `pay$1`. */
const SAME_NAME = /(?<=\w)\$\d{1,4}$/
const NAMED_BY_PROPERTY = /^(?:async )?(?:[\w$]{1,60}\.)?<(?:computed|anonymous)> \[as ([\w$]{2,100})\]$/

/** V8 adds by which property a function was called. It is the name of one that has none of its own. */
function withoutAlias(text: string): string {
  const property = NAMED_BY_PROPERTY.exec(text)?.[1]
  if (property !== undefined) return property
  const alias = text.indexOf(' [as ')
  return alias === -1 ? text : text.slice(0, alias)
}

/** Blocks, and the numbers in the names of compiled templates and callbacks. */
function rubyFunction(name: string): string {
  if (name === '<top (required)>') return '<main>'
  const clause = /^(?:rescue|ensure) in /.exec(name)?.[0] ?? ''
  const rest = name.slice(clause.length)
  const own = clause + (rest.startsWith('block ') ? 'block' : withoutClass(rest))
  if (!own.startsWith('_')) return own
  return own
    .replace(/_{2,3}\d{4,}_\d+$/, '')
    .replace(/^(__tilt)_\d{4,20}$/, '$1')
    .replace(/^(_(?:run|callback|conditional_callback)_[a-z_]*)\d+/, '$1')
}

/** Ruby 3.4 puts the class in front, as `User#save` and `Shop::Order.find`. */
function withoutClass(name: string): string {
  const mark = name.search(/[#.]/)
  return mark > 0 && /^[A-Z][\w:]*$/.test(name.slice(0, mark)) ? name.slice(mark + 1) : name
}

/** Drops places in anonymous classes (behind NUL, stored as U+FFFD), lines of newer closures, hashes of
 * compiled templates, containers, lazy objects and mocks. */
function phpFunction(name: string): string {
  if (name.startsWith('[Anonymous')) return ''
  const closure = name.indexOf('{closure')
  const plain = closure === -1 ? withoutPlace(name) : `${classOf(name.slice(0, closure))}{closure}`
  return plain
    .replace(/(?<=__TwigTemplate_|^Template_?)[0-9a-f]{10,64}(?=::|$)/, '<hash>')
    .replace(/(?<=^content_)(?=[a-f]{0,15}\d)[0-9a-f]{13,16}_\d{6,10}$/, '<hash>')
    .replace(/(?<=^\\?Container)\w{7}(?=\\)/, '')
    .replace(/(?<=(?:Ghost|Proxy))[0-9a-f]{7}(?=::|$)/, '')
    .replace(/(?<=(?:MockObject|Mock|TestStub)_\w{1,100})_[0-9a-f]{8}(?=::|$)/, '')
}

/** Before PHP 8.4 a closure has the namespace of its file: `App\\{closure}`, `App\\Cart::App\\{closure}`. */
function classOf(scope: string): string {
  const mark = scope.lastIndexOf('::')
  return mark === -1 ? '' : scope.slice(0, mark + 2)
}

/** What Swift puts before the name of an async function that goes on after a wait. */
const SWIFT_PART = /^\(\d{1,10}\) (?:await|suspend) resume partial function for /

/** `closure #2 (Item) -> () in Cart.pay()`: part of the function that it is written in. */
const SWIFT_CLOSURE =
  /^(?:partial apply (?:forwarder )?for )?(?:implicit )?closure #\d{1,6} (?:.{0,600} )?in /

/** `protocol witness for Payable.pay() in conformance Cart`: calls `Cart.pay()`. */
const SWIFT_WITNESS =
  /^protocol witness for (?:\w{1,100}\.){0,5}?(\w{1,100}(?:\.[gs]etter|\.modify|\.read)?)(?=[(<\s]).{0,600} in conformance ([\w.]{1,300}).{0,300}$/

/** C, C++, Rust, Swift and Objective-C: no arguments, no generics, no hashes, no numbered lambdas. */
function nativeFunction(written: string): string {
  const name = withoutPlaceInCode(written)
  if (isNoSymbol(name) || inlinedPlace(name) !== undefined) return ''
  if (name.startsWith('kfun:')) return kotlinFunction(name)
  if (SWIFT_PART.test(name)) return nativeFunction(name.replace(SWIFT_PART, ''))
  if (name.startsWith('protocol witness ')) return nativeFunction(name.replace(SWIFT_WITNESS, '$2.$1'))
  if (SWIFT_CLOSURE.test(name)) return nativeFunction(name.slice(name.lastIndexOf(' in ') + 4))
  if (/^[-+]?\[/.test(name)) return name.replace(/(?<=\])\.cold(?:\.\d{1,4})?$/, '')
  if (/^[\w$]+$/.test(name)) return withoutCrateHash(name)
  const called = name.includes('?A0x') || name.includes('`') ? withoutUnit(name) : name
  const whole = called.includes('.') ? withoutPart(called) : called
  const plain = (whole === called ? called.replace(/::h[0-9a-f]{16}$/, '') : whole)
    .replace(/(?<=\bstd::)__(?:1|ndk1|cxx11)::/g, '')
    .replace(/\.(getter|setter|modify|read) : [^\n]{1,600}$/, '.$1')
    .replace(/^decltype\([^()]{0,100}\) |\[abi:\w{1,30}\]/g, '')
    .replace(/@@?(?:\d{1,4}|plt|[A-Z]{2,12}_[\d.]{1,12})$/, '')
    .replace(/(?<=\w)\[[0-9a-f]{5,16}\](?=::)/g, '')
    .replace(
      /\{lambda[^{}]{0,300}\}(?:#\d{1,20})?|lambda_(?:[0-9a-f]{32}|\d{1,6}(?=>))|'?lambda\d{0,20}'?(?=\(|$)|\$_\d{1,20}\b/g,
      'lambda',
    )
    .replace(/\{\{closure\}\}(?:#\d+)?/g, 'closure')
    .replace(/\{(?:closure|async|coroutine|gen)[a-z_]{0,30}#\d{1,20}\}/g, 'closure')
    .replace(/\{impl#\d{1,20}\}/g, '{impl}')
    .replace(/_block_invoke(?:[._]\d+)+/g, '_block_invoke')
  const named = plain.includes('__') ? plain.replace(NUMBERS_OF_ZIG, '$1') : plain
  const plainest = withoutGenerics(named)
  return withoutArguments(plainest.includes('::') ? withoutOwnType(plainest) : plainest).trim()
}

/** As debuggers print a call: `shop.exe!pay`, `pay+0x1f`; and the handlers that Microsoft's compiler makes of the
 * blocks of a function: `pay$catch$0`, `` `pay'::`1'::dtor$2 ``. */
function withoutPlaceInCode(name: string): string {
  const plain = name.includes('!') ? name.replace(/^[\w.-]{1,80}!(?=[\w~<`?])/, '') : name
  if (plain.includes('$'))
    return plain.replace(/(?:::`\d{1,6}')?(?:::|\$)(?:catch|filt|fin|dtor)\$\d{1,6}$/, '')
  return plain.includes('+') ? plain.replace(/(?<=[\w)\]>]) ?\+ ?(?:0x[\da-f]{1,16}|\d{1,9})$/, '') : plain
}

/** Rust's newer symbols say which type a method is of, and what a function is made for: `<shop::Cart>::pay`, `shop::pay::<i32>`. */
function withoutOwnType(name: string): string {
  return name.replace(/^<([\w:]{1,300})>::/, '$1::').replace(/::(?=::|$)/g, '')
}

/** Types and functions without a name, as Zig calls them: `cart.pay__anon_1234`. */
const NUMBERS_OF_ZIG = /(__(?:struct|anon|enum|union|opaque))_\d{1,9}/g

/** Of mangled names: hashes of crates (Rust), and parts of async functions (Swift). */
function withoutCrateHash(name: string): string {
  if (name.startsWith('_ZN')) return name.replace(/17h[0-9a-f]{16}E$/, 'E')
  if (name.startsWith('_R')) return name.replace(/Cs[0-9A-Za-z]{1,13}_/g, 'C')
  return name.startsWith('$') ? name.replace(/T[YQ]\d{1,4}_$/, '') : name
}

/** Microsoft's compiler names an anonymous namespace after a hash of the file, or in quotes; it numbers the blocks of a
 * function, and quotes that and what it made itself: `` `Cart::pay'::`2'::<lambda_1> ``, `` `scalar deleting destructor' ``. */
function withoutUnit(name: string): string {
  return name
    .replace(/\?A0x[0-9a-fA-F]{1,16}|`anonymous[ -]namespace'/g, '{anonymous}')
    .replace(/`\d{1,6}'::/g, '')
    .replace(/`([\w :~]{1,200})'/g, (_, quoted: string) => quoted.replaceAll(' ', '-'))
}

const OPERATOR = /(?<!\w)operator(?!\w)/
const COMPILER_PARTS = new Set(['cold', 'isra', 'part', 'constprop', 'lto_priv', 'llvm', '__uniq'])

/** Drops what a compiler put behind the name of a part of a function: `.cold`, `.constprop.0.isra.1`. */
function withoutPart(name: string): string {
  let end = name.length
  for (let at = end; at > 0; ) {
    const dot = name.lastIndexOf('.', at - 1)
    const word = name.slice(dot + 1, at)
    if (dot === -1 || !(COMPILER_PARTS.has(word) || /^\d+$/.test(word))) return name.slice(0, end)
    if (COMPILER_PARTS.has(word)) end = dot
    at = dot
  }
  return name.slice(0, end)
}

/** Drops balanced `<…>` after a name; a leading one (`<T as Trait>::f`) and what follows `operator` stay. */
function withoutGenerics(name: string): string {
  if (!name.includes('<')) return name
  const operator = OPERATOR.exec(name)?.index ?? name.length
  // The depth up to which brackets stay.
  let keptDepth = name.startsWith('<') ? 1 : 0
  let depth = 0
  let kept = ''
  for (let at = 0; at < operator; at += 1) {
    const character = name[at]!
    if (character === '<') depth += 1
    if (depth <= keptDepth) kept += character
    if (character !== '>' || name[at - 1] === '-') continue
    depth = Math.max(0, depth - 1)
    if (depth === 0) keptDepth = 0
  }
  return kept + name.slice(operator)
}

/** Drops the argument list and what follows it, and a leading return type, as `int main(int)` -> `main`. */
function withoutArguments(name: string): string {
  const hidden = name.replace(/\(anonymous namespace\)/g, '{anonymous}')
  // `<fn(A) -> B as Trait>::f` has arguments only behind its type.
  const open = hidden.indexOf('(', hidden.startsWith('<') ? hidden.lastIndexOf('>::') : 0)
  if (open <= 0) return hidden
  const head = hidden.slice(0, open).trimEnd()
  if (OPERATOR.test(head)) return head
  return head.slice(head.lastIndexOf(' ') + 1)
}
