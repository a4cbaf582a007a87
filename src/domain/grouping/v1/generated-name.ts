/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const MIN_HASH_CHARS = 16
/** A module that was named after its content or path, as Airflow and Gradle do: `build_4o8tq6lmr7x9wcq0jrzs1xhzs`. */
const HASH_WORD = /(?<=^|[._])(?=(?:[a-z]{0,12}\d){3})[0-9a-z]{20,64}(?=$|[._$])/g

/** Code that a program compiled for itself, in turn: `<eval_with_key>.17`. */
const NUMBERED = /(?<=>)[-.]\d{1,9}$/

/** Without the numbers and hashes of a compiler or proxy library, which change between builds or runs.
 * Empty for a class that is nothing else. */
export function generatedName(written: string, platform: string): string {
  const name = written.length > MIN_HASH_CHARS ? written.replace(HASH_WORD, '') : written
  if (platform === 'java') return javaName(name)
  if (platform === 'csharp') return dotnetName(name)
  if (platform === 'elixir') return name.startsWith('Elixir.') ? name.slice(7) : name
  if (name.startsWith('<')) return name.replace(NUMBERED, '')
  return platform === 'go' ? goName(name) : name
}

/** Class loader and module, as Java prints them before a class: `app//`, `java.base/`, `app/com.shop@1.2/`. */
const LOADED_BY = /^(?:[\w.]{0,100}(?:@[\w.+-]{1,60})?\/){1,2}(?=\w{1,100}\.)/

function javaName(name: string): string {
  if (!/[$/]|Generated|proxy|^Script\d/.test(name)) return name
  if (name.includes('$$Lambda')) return ''
  return name
    .replace(LOADED_BY, '')
    .replace(/\b(Generated\w{0,40}Accessor)\d{1,20}/g, '$1<auto>')
    .replace(/(\$\$(?:Enhancer|Fast|MethodAccess|Key)\w{0,60}\$\$)[0-9a-f]{1,16}/g, '$1<auto>')
    .replace(/\$\$SpringCGLIB\$\$\d+/g, '$$$$SpringCGLIB$$$$<auto>')
    .replace(/_\$\$_(javassist(?:_seam)?_|jvst)[0-9a-f]+(?:_[0-9a-f]+)?/g, javassistName)
    .replace(/\$(HibernateProxy|ByteBuddy|MockitoMock)\$\w{1,20}/g, '$$$1$$<auto>')
    .replace(/(\$\$(?:External|Internal)Synthetic[A-Za-z]{1,40})[\d$][\w$]{0,100}/g, '$1<auto>')
    .replace(/\b(?:com\.sun\.proxy|jdk\.proxy\d{1,10})\.(?=\$Proxy)/g, '')
    .replace(/\$(Proxy)\d+/g, '$$$1<auto>')
    .replace(/(\$[a-z]\w{0,100})(?:\$-?\d{1,10}){1,5}(?!\w)/g, '$1')
    .replace(/[/+](?:0x[0-9a-f]{1,16}|\d{1,20})$/, '')
    .replace(/__\d{1,9}(?=[$_]|$)/g, '__<auto>')
    .replace(/\$(eval)\d+/g, '$$$1<auto>')
    .replace(/(?<=\$\$[A-Z][A-Za-z]{1,60})\d{1,9}$/, '')
    .replace(/(\$Recompilation)\$\d{1,9}(?:\$[0-9A-F]{1,9})?/g, '$1')
    .replace(/\$lambda-\d{1,10}(?:\$\d{1,10}){0,5}/g, '$lambda')
    .replace(/^Script\d{1,10}$/, 'Script<auto>')
    .replace(/(\$_\w{0,100}?_closure|\$AjcClosure)\d{1,10}/g, '$1')
}

function javassistName(_: string, kind: string): string {
  return kind === 'jvst' ? '_$$_jvst<auto>' : '_$$_javassist<auto>'
}

/** `RUBY$method$pay$0`: what JRuby compiles a method to. */
const JRUBY_METHOD = /^RUBY\$[a-z]{3,20}\$(.{1,200}?)\$\d{1,9}$/

/** A function that Kotlin's compiler makes to call one that is private or has default values. */
const KOTLIN_BRIDGE = /^(?:access\$([a-z]\w{0,200})|(\w{1,200})\$default)$/

/** Android's compilers add the class: `lambda$pay$2$com-shop-Cart`. */
const NUMBER_OF_LAMBDA = /\$\d{1,20}(?:\$[\w-]{1,200})?$/

/** The body of a method around which AspectJ wove advice. */
const ADVICE = /(_aroundBody)\d{1,6}$/

/** Kotlin adds the module to what is internal to it, and that of Android has the variant: `pay$app_release`. */
const OF_VARIANT = /(?<=\w)\$\w{1,100}_\w{0,40}(?:[dD]ebug|[rR]elease)$/

/** What Kotlin puts behind the name of a function that takes values without an object of their own: `pay-IoAF18A`. */
const HASH_OF_ARGUMENTS = /(?<=\w)-(?=[a-z-]{0,6}[A-Z\d_])[\w-]{7}(?=\$|$)/

/** Kotlin/Native has the class, what a function takes and whether others see it in one name: `kfun:com.shop.Cart#pay(kotlin.Int){}`,
 * `kfun:com.shop.Cart.$pay$lambda$0$FUNCTION_REFERENCE$4.invoke#internal`. */
export function kotlinFunction(name: string): string {
  const open = name.indexOf('(')
  return (open === -1 ? name : name.slice(0, open))
    .slice('kfun:'.length)
    .replace(/#(?:internal|suspend)$/, '')
    .replace('#', '.')
    .replace(/[$-]\d{1,9}(?!\w)/g, '')
}

/** Lambdas without their numbers; the method that they are written in stays. */
export function javaFunction(written: string): string {
  const name = written.includes('-') ? written.replace(HASH_OF_ARGUMENTS, '') : written
  if (!name.includes('$')) return name.replace(ADVICE, '$1')
  if (name.startsWith('lambda$')) return name.replace(NUMBER_OF_LAMBDA, '')
  if (name.startsWith('$r8$lambda$')) return '$r8$lambda'
  if (name.startsWith('RUBY$')) return name.replace(JRUBY_METHOD, '$1')
  return name
    .replace(/(?:\$lambda[$-]\d+)+/g, '$lambda')
    .replace(/^lambda[_-]{1,2}\d{1,10}(?=\$)/, 'lambda')
    .replace(/\$(original|accessor)\$\w{8}(?=\$|$)/g, '$$$1')
    .replace(OF_VARIANT, '')
    .replace(/^access\$\d+$/, 'access$')
    .replace(KOTLIN_BRIDGE, '$1$2')
    .replace(/\$\$superforward\d+$/, '$$$$superforward')
    .replace(/(\$anonfun\$\w{0,100}?)\$\d{1,20}/g, '$1')
    .replace(/(\$\$anonfun)\$\d{1,20}/g, '$1')
    .replace(/\$adapted$/, '')
}

/** How far into a method a call is, and the id of its module's build, as Mono, Unity and native code print them. */
const CODE_OFFSET =
  / (?:\+ 0x[0-9a-f]{1,16}|\(at <[0-9a-f]{0,64}>:\d{1,9}\)|\[0x[0-9a-f]{1,16}\] in <[0-9a-f]{0,64}>:\d{1,9})$/

/** Async methods, lambdas and local functions without ordinals; F# closures are named after their line. */
function dotnetName(name: string): string {
  if (!/[>@$]|_method|Proxies|Version=|\[\[| \+ 0x| \(at | \[0x/.test(name)) return name
  return withoutTypeArguments(name)
    .replace(CODE_OFFSET, '')
    .replace(/(>[a-z]__[A-Za-z]*)\|?\d+(?:_\d+)?/g, '$1')
    .replace('<>c__DisplayClass', '<>c')
    .replace(/(?<=>F)[0-9A-F]{16,64}(?=__)/, '')
    .replace(/\b@\d+(?:-\d+)?/g, '@')
    .replace(/(\$__|\$StateMachine_)\d+(?:-\d+)?/g, '$1')
    .replace(/\b(lambda_method)\d+/, '$1')
    .replace(/(\bCastle\.Proxies\.\w{1,200}Proxy)_\d{1,20}/, '$1')
    .replace(/, Version=[\d.]{1,40}/g, '')
}

/** What a generic type was made of, which the runtime leaves out where it shares the code: `Repo[[Shop.Order, …]]`. */
function withoutTypeArguments(name: string): string {
  const [open, close] = [name.indexOf('[['), name.lastIndexOf(']]')]
  return open > 0 && close > open ? name.slice(0, open) + name.slice(close + 2) : name
}

const OPENING: ReadonlyMap<string | undefined, string> = new Map([
  [')', '('],
  ['>', '<'],
  [']', '['],
])

/** `Pay` of `async Task<int> Pay<T>(int id)`, as .NET's SDK prints a method: its arguments don't count, as they don't in C++.
 * Behind `+` is what was written in it: `Pay+` of `int Pay(int id)+(Item i) => { }`, `Pay+Sum` of `int Pay()+Sum(int x)`. */
export function withoutSignature(name: string): string {
  const within = name.indexOf(')+')
  const whole = within === -1 ? name : name.slice(0, within + 1)
  if (!whole.endsWith(')')) return name
  const called = whole.slice(0, openingOf(whole)).trimEnd()
  const plain = called.slice(0, openingOf(called))
  const own = plain.slice(plain.lastIndexOf(' ') + 1) || called
  return within === -1 ? own : `${own}+${/^\w*/.exec(name.slice(within + 2).replace(RETURNS, ''))![0]}`
}

/** In front of the name of a local function. */
const RETURNS = /^[\w.<>[\]?, ]{1,200} (?=\w{1,100}[(<])/

/** Where the bracket begins that the text ends with; its length if it ends with none. */
function openingOf(text: string): number {
  const close = text.at(-1)
  const open = OPENING.get(close)
  if (open === undefined) return text.length
  let depth = 0
  for (let at = text.length - 1; at > 0; at--) {
    if (text[at] === close) depth++
    else if (text[at] === open && --depth === 0) return at
  }
  return text.length
}

const MAJOR_VERSION = /\/v\d{1,3}(?=[/.]|$)/

/** Closures and wrapped calls without ordinals, method values as their methods, modules without versions, as in `shop/v2/cart`. */
function goName(name: string): string {
  if (name === 'command-line-arguments') return 'main'
  const module = name.includes('/v') ? name.replace(MAJOR_VERSION, '') : name
  return module
    .replace(/\.(func|gowrap|deferwrap)\d+(?:\.\d+)*/g, '.$1')
    .replace(/\[go\.shape\.[^\]]{0,300}\]/g, '[...]')
    .replace(/-fm$/, '')
    .replace(/^init\.\d{1,6}(\.|$)/, 'init$1')
    .replace(/^glob\.\.(?=func)/, 'init.')
    .replace(/(?<=^_cgoexp)_[0-9a-f]{12}(?=_)/, '')
    .replace(/-range\d+/g, '-range')
    .replace(/@v\d[\w.+-]*/, '')
}

const OVERRIDDEN = / \(overridable \d{1,6}\)(?=$|")/

/** Of Elixir and Erlang: anonymous functions and comprehensions without ordinals, functions without their module. */
export function beamFunction(name: string): string {
  if (name.includes(' in ')) return name.replace(OVERRIDDEN, ' (overridable)')
  const quote = name.indexOf('."')
  const dot = quote === -1 ? name.lastIndexOf('.') : quote
  const own = dot > 0 && /^(?:[A-Z][\w.]*|:\w+)$/.test(name.slice(0, dot)) ? name.slice(dot + 1) : name
  const close = own.startsWith('"') ? own.lastIndexOf('"') : own.length
  return withoutOrdinal(own.slice(0, close)) + own.slice(close)
}

function withoutOrdinal(name: string): string {
  if (!name.includes('-') && !name.endsWith(')')) return name
  return name
    .replace(/-fun-\d{1,9}-(\/\d{1,3})?$/, '-fun-$1')
    .replace(/-(l|b|lb)c\$\^\d+\/\d+-\d+-$/, '-$1c-')
    .replace(OVERRIDDEN, ' (overridable)')
}
