import { isJsonObject, type JsonObject } from '../json/json.ts'
import { withoutPlace } from '../normalise/anonymous-class.ts'
import { text } from '../text/plain-text.ts'

/** Names that clients give to functions without one; `Object.` is Node's for the code of a file outside of functions. */
export const UNKNOWN_FUNCTION = /^(?:(?:Object\.)?(?:\?|<anonymous>)|<(?:redacted|unknown)>)$/

/** State machines, coroutines and lambdas, as compilers name them after the function that they are written in. */
const STATE_MACHINE = /[+.]<<?(\w{1,100})>(?:d__\d|b__\d{1,6}(?:_\d{1,6})?>d)/
const MOVE_NEXT = /^(?:(?:void|bool) )?MoveNext(?: ?\(\))?$/
const NUMBERED = /(?:\$\d{1,6}){1,8}$/
const LAST_NAME = /\$([a-z]\w{0,100})$/
const LAMBDA =
  /^(?:lambda\$(\w{1,100})\$\d{1,6}(?:\$[\w-]{1,200})?|<(\w{1,100})>[bg]__.{0,100}|(\w{1,100})(?:\$lambda\$\d{1,6}){1,4})$/

const SOURCE_FILE = /\.(?:[cm]?tsx?|vue|svelte|astro)$/
const MAYBE_MINIFIED = /^(?:async )?(?:new )?(?:[\w$]{1,3}\.)?([\w$]{0,100})$/
/** Longer names are hardly a minifier's. */
export const MINIFIED_CHARS = 3

/** True if names may be those of a minifier: runtimes that read source maps by themselves (`node --enable-source-maps`) name the
 * source, but keep the names of the bundle. */
export function isSourceOfBundle(frame: JsonObject): boolean {
  return SOURCE_FILE.test(text(frame.filename)) && !isJsonObject(frame.raw)
}

/** Without a name that a minifier may have made up, unless the source near the call has it, too. */
function nameInSource(frame: JsonObject, name: string): string {
  const own = MAYBE_MINIFIED.exec(name)?.[1]
  if (own === undefined || !isSourceOfBundle(frame)) return name
  const lines = [frame.pre_context, frame.context_line, frame.post_context].flat()
  const words = name.split(/[ .]/)
  const isThere = words.every((word) => lines.some((line) => hasWord(text(line), word)))
  if (isThere) return name
  return own.length > MINIFIED_CHARS ? own : ''
}

function hasWord(line: string, word: string): boolean {
  const at = line.indexOf(word)
  return at !== -1 && !/[\w$]/.test(line.charAt(at - 1) + line.charAt(at + word.length))
}

/** The function as the programmer wrote it; empty if it has no name. */
export function writtenFunction(frame: JsonObject, platform: string): string {
  const called = withoutPlace(text(frame.function))
  const name = platform === 'node' ? nameInSource(frame, called) : called
  if (UNKNOWN_FUNCTION.test(name)) return ''
  const module = text(frame.module)
  if (MOVE_NEXT.test(name)) return STATE_MACHINE.exec(module)?.[1] ?? 'MoveNext'
  const outer = name === 'invokeSuspend' || name === 'invoke' ? namedBefore(module) : undefined
  if (outer !== undefined) return outer
  if (name === '<init>' || name === '.ctor') return `new ${className(module)}`.trimEnd()
  const lambda = LAMBDA.exec(name)
  return lambda?.[1] ?? lambda?.[2] ?? lambda?.[3] ?? byLanguage(name, { module, platform })
}

/** `pay` of `shop.CartKt$pay$1$2`, a lambda or coroutine of Kotlin. */
function namedBefore(module: string): string | undefined {
  const end = module.slice(-300)
  const outer = end.replace(NUMBERED, '')
  return outer === end ? undefined : LAST_NAME.exec(outer)?.[1]
}

/** `Cart` of `com.shop.Cart`, `R` of `com.shop.Order$1R`. */
function className(module: string): string {
  return /([A-Za-z_]\w{0,100})$/.exec(module.slice(-200))?.[1] ?? ''
}

const CLOJURE_CALL = /^(?:do)?[iI]nvoke(?:Static|Prim)?$/
/** `pay` of the classes `shop.cart$pay` and `shop.cart$pay$fn__1234`. */
const CLOJURE_CLASS = /\$([\w-]{1,100})(?:\$(?:fn|reify|eval)__\d{1,9}(?:\$\w{1,60})?)?$/
const SCALA_LAMBDA = /^\$anonfun\$(\w{1,100}?)(?:\$\d{1,9})?(?:\$adapted)?$/
const JRUBY_METHOD = /^RUBY\$[a-z]{3,20}\$(.{1,200}?)\$\d{1,9}$/
/** `_app_views_carts_show_html_erb___4281472984560987112_123460`: the file is shown beside it. */
const TEMPLATE_NUMBERS = /(?<=_[a-z]{2,8})_{2,3}\d{4,20}_\d{1,12}$/
const SCALA_CLASS = /\$\$anonfun\$(\w{1,100}?)\$\d{1,9}/
/** `{closure:App\\Cart::pay():25}`, and `{closure:/srv/routes.php:25}` of a file. */
const PHP_CLOSURE = /^(.{0,200}?)\{closure:(?:([\w\\:]{1,200})\(\)|[^{}]{1,400}):\d{1,9}\}$/
/** What Swift's compiler puts before the name of a function that it copied, or that goes on after a wait. */
const SWIFT_PART =
  /^(?:\(\d{1,10}\) (?:await|suspend) resume partial function for |(?:function signature )?(?:specialized|merged|@objc) |generic specialization <[^\n]{1,300}> of ){1,3}/
/** What compilers of native code put behind a name, and the offset in it. */
const NATIVE_END = /(?:::h[0-9a-f]{16}| \[clone [^\]]{1,60}\]|\+0x[0-9a-f]{1,8})$/
const PERL_ANONYMOUS = /(?<=__ANON__)\[[^\]]{1,300}\]$/

/** `generateMetadata` of `Module.e [as generateMetadata]`: a minified function, by the property that it was called by. */
const MINIFIED_METHOD = /^(?:async )?(?:[\w$]{1,60}\.)?[\w$]{1,3} \[as ([\w$]{2,100})\]$/

interface Place {
  module: string
  platform: string
}

/** Without the numbers, places and signatures that some languages put into names. */
function byLanguage(name: string, { module, platform }: Place): string {
  if (platform === 'java') return onJvm(name, module)
  if (platform === 'csharp') return withoutSignature(name)
  if (platform === 'ruby') return name.replace(TEMPLATE_NUMBERS, '')
  if (name.includes(' [as ')) return MINIFIED_METHOD.exec(name)?.[1] ?? name
  if (platform === 'r') return beforeArguments(name)
  if (name.startsWith('kfun:')) return inKotlin(beforeArguments(name.slice(5)))
  if (name.includes('__ANON__[')) return name.replace(PERL_ANONYMOUS, '')
  const closure = name.includes('{closure:') ? PHP_CLOSURE.exec(name) : null
  if (closure !== null) return closure[2] ?? `${closure[1]}{closure}`
  return name.replace(SWIFT_PART, '').replace(NATIVE_END, '')
}

/** Coroutines and lambdas of Kotlin/Native: `com.shop.Cart.$pay$lambda$0$FUNCTION_REFERENCE$4.invoke#internal`. */
const KOTLIN_CLOSURE =
  /\.\$(\w{1,100}?)(?:\$lambda[$-]\d{1,6}){0,8}(?:\$FUNCTION_REFERENCE|COROUTINE)\$\d{1,6}\.invoke(?:Suspend)?$/
const KOTLIN_LAMBDA = /(?:\$lambda[$-]\d{1,6}){1,8}$/

function inKotlin(name: string): string {
  return name
    .replace(/#(?:internal|suspend)$/, '')
    .replace(KOTLIN_CLOSURE, '.$1')
    .replace(KOTLIN_LAMBDA, '')
}

function onJvm(name: string, module: string): string {
  const end = module.slice(-300)
  if (CLOJURE_CALL.test(name)) return CLOJURE_CLASS.exec(end)?.[1] ?? name
  if (name.startsWith('apply')) return SCALA_CLASS.exec(end)?.[1] ?? name
  return SCALA_LAMBDA.exec(name)?.[1] ?? JRUBY_METHOD.exec(name)?.[1] ?? name
}

/** `Shop.Cart.Pay` of `async Task<int> Shop.Cart.Pay(int id)+(Item i) => { }`, as .NET's SDK prints a method. */
function withoutSignature(name: string): string {
  const called = beforeArguments(name)
  if (called === name) return name
  const plain = called.trimEnd().replace(/(?<=\w)<[^<>]{1,200}>$/, '')
  const own = plain.slice(plain.lastIndexOf(' ') + 1)
  return /^[\w.:<>$`|+[\]]{1,250}$/.test(own) ? own : name
}

function beforeArguments(name: string): string {
  const open = name.indexOf('(')
  return open > 0 ? name.slice(0, open) : name
}
