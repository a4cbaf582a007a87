import type { Json, JsonObject } from '../json/json.ts'
import { inlinedPlace } from './binary-place.ts'
import {
  BEAM_PACKAGES,
  DART_PACKAGES,
  DOTNET_PACKAGES,
  GO_PACKAGES,
  JAVA_PACKAGES,
} from './library/packages.ts'
import { isReactNativeCall } from './library/react-native.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

interface LibraryRules {
  place?: RegExp
  name?: RegExp
  /** What frames' modules, or their functions, begin with. */
  packages?: ReadonlySet<string>
  /** Assemblies of .NET, packages of Dart. */
  libraries?: ReadonlySet<string>
}

/** Install folders: pip, npm, yarn, Bundler, Go modules (also `-trimpath`), Cargo and rustup, pub, Maven,
 * Gradle, NuGet, CocoaPods, SwiftPM, layers of AWS Lambda, public CDNs; what Safari hides of extensions. */
const INSTALLED =
  /[/\\](?:site-packages|dist-packages|node_modules|bower_components|jspm_packages|go[/\\]pkg[/\\]mod|\.cargo[/\\](?:registry|git)|\.rustup|\.pub-cache|\.m2[/\\]repository|\.gradle[/\\]caches|\.nuget[/\\]packages|SourcePackages[/\\]checkouts|\.build[/\\]checkouts|lib[/\\]python\d(?:\.\d{1,3})?|[\w.-]{1,80}\.egg)[/\\]|^(?:node_modules|site-packages|\/rustc\/[0-9a-f]{7,40}|webpack-internal:\/\/\/\.\/node_modules|node:|deno:|ext:|bun:|dart:|https?:\/\/(?:cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|browser\.sentry-cdn\.com|js\.sentry-cdn\.com|esm\.(?:sh|run)|deno\.land|jsr\.io|cdn\.skypack\.dev|ga\.jspm\.io|ajax\.googleapis\.com|code\.jquery\.com|(?:www|maps)\.google[\w-]{0,30}\.com|cdn\.segment\.com|js-agent\.newrelic\.com|www\.datadoghq-browser-agent\.com|(?:widget|js)\.intercom(?:cdn)?\.(?:io|com)|cdn\.(?:optimizely|amplitude|onesignal)\.com|cdn\.cookielaw\.org|js\.stripe\.com|connect\.facebook\.net|static\.hotjar\.com|cdn\.polyfill\.io))(?:[/\\]|(?<=:))|^(?:(?:chrome|moz|safari|safari-web|ms-browser)-extension|webkit-masked-url):\/\/|^\/(?:var\/(?:runtime|lang)|opt\/python)\//
/** A dependency that Go and Deno name with its version, as `github.com/a/b@v1.2.3/c.go`. */
const VERSIONED = /@v\d{1,6}\.\d{1,6}\./

const NATIVE: LibraryRules = {
  // Apple's systems and simulators (dyld paths), glibc and Android images, Windows, and what Swift's compiler puts between calls.
  place:
    /^(?:\/private\/preboot\/Cryptexes\/OS)?\/(?:System|usr\/lib(?:32|64|exec)?|lib(?:32|64)?|apex|system(?:_ext)?|vendor|data\/dalvik-cache|Applications\/Xcode[^/]{0,40}\.app)\/|(?:^|[/\\])Engine[/\\]Source[/\\](?:Runtime|Developer|Editor|ThirdParty)[/\\]|[/\\](?:RuntimeRoot|[^/\\]{1,80}\.simruntime|CoreSimulator[/\\]Volumes)[/\\]|^[A-Za-z]:[/\\]Windows[/\\]|^<compiler-generated>$|(?:^|[/\\])(?:lib(?:c|m|dl|pthread|rt|stdc\+\+|gcc_s|c\+\+|c\+\+abi|c\+\+_shared|art|binder|utils|log|hwui|android_runtime|input|gui|webviewchromium\w{0,20}|swift\w{1,60}|objc|system_\w{1,60}|dispatch|dyld|sentry(?:-android)?|flutter|hermes\w{0,20}|jsi|fbjni|reactnative\w{0,20}|unity|mono(?:droid|sgen)\w{0,10}|coreclr|clrjit|Qt\d\w{1,40})(?:-[\d.]{1,12})?(?:\.so[\d.]{0,12}|(?:\.[A-Z\d])?\.dylib)|ld-[\w-]{1,40}\.so[\d.]{0,12}|dyld(?:_sim)?|linux-vdso\.so\.1|(?:ntdll|kernel32|kernelbase|ucrtbase(?:d)?|user32|combase|vcruntime\d{1,4}(?:_1)?d?|msvcp\d{1,4}d?|msvcrt|sentry)\.dll|(?:Sentry|Flutter|hermes|UIKit(?:Core)?|Foundation|CoreFoundation|CFNetwork|Security|Network|Combine|SwiftUI|SwiftUICore|AttributeGraph|AppKit|QuartzCore|GraphicsServices|FrontBoardServices|BaseBoard|RunningBoardServices|WebKit(?:Legacy)?|WebCore|JavaScriptCore|CoreData|CoreGraphics|CoreText|CoreImage|CoreMedia|CoreVideo|CoreML|CoreMotion|CoreLocation|CoreBluetooth|CoreTelephony|AVFoundation|AVFAudio|AVFCore|AVKit|AudioToolbox|MediaToolbox|MediaPlayer|VideoToolbox|MapKit|StoreKit|UserNotifications|WidgetKit|Metal(?:Kit|PerformanceShaders)?|Accelerate|SceneKit|SpriteKit|RealityKit|ARKit|Photos(?:UI)?|PDFKit|Vision|HealthKit|GameKit|CloudKit|Contacts))$/i,
  // Runtimes of C++, Objective-C, Swift, Kotlin and Rust up to the throw, the SDK (sentry-rust `in_app_exclude`, sentry-cocoa), and
  // libraries of C++ that are compiled into the application.
  name: /^(?:<(?:&(?:mut )?|dyn )?)?(?:(?:std|core::(?:any|array|cell|char|convert|default|fmt|future|hint|iter|mem|num|ops|option|panicking|pin|ptr|result|slice|str|sync|task|time)|alloc::(?:alloc|borrow|boxed|collections|fmt|raw_vec|rc|slice|str|string|sync|task|vec)|log::(?:__private_api|logger)|backtrace|sentry\w{0,30}|tracing\w{0,30}|anyhow|eyre|color_eyre|panic_unwind|tokio|futures_\w{1,30}|hyper|mio|rayon_core|gimli|addr2line|axum\w{0,20}|tower\w{0,20}|actix\w{0,20}|reqwest|warp|rocket\w{0,20}|tonic|async_std|async_\w{1,20}|sqlx\w{0,20}|diesel|serde\w{0,20}|h2|rustls|crossbeam\w{0,20}|parking_lot\w{0,10}|rayon|env_logger|hyper_util|lambda_runtime|FDebug|UE::(?:Assert|Logging)|USentry\w{1,30}|FSentry\w{1,40}|FEngineLoop|tauri\w{0,20}|winit|wgpu\w{0,10}|boost|absl|folly|Eigen|nlohmann|fmt|spdlog|google::protobuf|grpc(?:_core)?|rapidjson|QtPrivate)::|(?:__)?rust_|_?_rust|_R\w{1,8}std)|^(?:_start|start_thread|thread_start|_pthread_start|__?libc_start_(?:main|call_main)\w{0,20}|clone3?|__clone3?|abort|raise|gsignal|__GI_\w{1,40}|__assert_fail\w{0,10}|__assert_rtn|_?_?pthread_kill\w{0,30}|__kill|__stack_chk_fail|__fortify_fail|__chk_fail|abort_message|_Unwind_\w{1,40}|__cxa_\w{1,40}|__gxx_personality_v0|objc_\w{1,60}|_objc_\w{1,60}|__exceptionPreprocess|swift_\w{1,60}|_swift_\w{1,60}|_sigtramp|__restore_rt|GuardedMain(?:Wrapper)?|StaticFailDebug|mainCRTStartup|invoke_main|__scrt_common_main(?:_seh)?|BaseThreadInitThunk|RtlUserThreadStart|RaiseException|RtlRaiseException|_CxxThrowException|CallbackException|KiUserExceptionDispatch(?:er)?|sentry_\w{1,60})$|^(?:Swift\.)?(?:_?assertionFailure|_fatalErrorMessage|fatalError|preconditionFailure)\(|^kfun:.{1,400}(?:\$<bridge-|-trampoline$|(?:Error|Exception)#<init>)|^(?:kotlin::|(?:kotlin2objc|objc2kotlin)_|K(?:otlin|onan)_\w|Throw\w{1,60}Exception(?:WithMessage)?$)|^(?:(?:reabstraction |dispatch )?thunk |outlined (?:assign|consume|copy|destroy|init|release|retain|read|enum|variable)\b)|^partial apply (?:forwarder )?for (?:reabstraction )?thunk |^[-+]\[(?:Sentry|NS(?:Exception|AssertionHandler))/,
}

const JAVA: LibraryRules = {
  packages: JAVA_PACKAGES,
  // Classes that are generated around those of the application: Spring, the JDK, Hibernate, Byte Buddy, Weld, Quarkus,
  // Micronaut, Javassist, Guice; Dagger, Hilt and Room; stubs of WebSphere, WebLogic and RMI; and lambdas as Android's compilers make classes of them. Whether a call goes through one
  // depends on annotations and on the compiler.
  name: /\$\$(?:External|Internal)Synthetic[A-Z]|\$\$(?:SpringCGLIB|EnhancerBy\w{1,40}|FastClassBy\w{1,40}|Lambda)\b|\$Proxy\d{0,6}(?:\$|$)|\$(?:HibernateProxy|ByteBuddy|MockitoMock)\$|\$Proxy\$_\$\$_|_\$\$_(?:javassist|jvst)|_(?:ClientProxy|Subclass|Bean)(?:\$|$)|(?:^|\.)(?:Hilt_[A-Z]|Dagger[A-Z]\w{0,100}Component)|_(?:Factory|MembersInjector|Impl\$\d{1,3})(?:\$|$)|_Observer_\w{1,200}$|(?:^|\.)(?:EJS(?:Local|Remote)\w{1,100}|_\w{1,100}_(?:Stub|Serializable|Tie))$|_(?=[a-z]{0,6}\d)[a-z\d]{4,8}_(?:(?:EO|ELO|MDO|Home|LocalHome)?Impl|Intf)(?:\$|$)|\$quarkusrestinvoker\$|(?:^|\.)\$[A-Z]\w{0,100}\$(?:Definition|Introspection)(?:\$|$)/,
}

const DOTNET: LibraryRules = {
  packages: DOTNET_PACKAGES,
  libraries: DOTNET_PACKAGES,
  // What the runtime generates to call native code and `dynamic`.
  name: /^(?:ILStubClass|DynamicClass|CallSite\.Target)(?:\W|$)/,
}

const GO: LibraryRules = {
  place:
    /^(?:\/usr\/(?:local|lib)\/go[\w.-]{0,20}\/|\/opt\/hostedtoolcache\/go\/|\$GOROOT\/)|[/\\]vendor[/\\](?:[\w-]{1,60}\.){1,3}[a-z]{2,10}[/\\]|^(?:runtime|net\/http|reflect|testing)\/\w{1,40}\.go$/,
  packages: GO_PACKAGES,
  name: /^(?:runtime|reflect|testing|log|log\/slog|net|net\/\w{1,20}|sync|syscall|os|io|bufio|bytes|fmt|context|errors|time|sort|slices|maps|strconv|strings|regexp|path(?:\/filepath)?|database\/sql|html|iter|math|mime|unicode|(?:archive|compress|container|crypto|encoding|html|internal|math|mime|text|unicode)\/\w{1,20}|crypto)(?:[./]|$)/,
}

const PYTHON: LibraryRules = {
  place:
    /^<(?:frozen |__array_function__)|[/\\](?:Python\d{2,4}|Python3?\.framework[/\\]Versions[/\\][\d.]{1,8})[/\\]Lib[/\\]|[/\\](?:sentry_sdk|raven|(?:pyspark|py4j-[\w.-]{1,20})\.zip)[/\\]|^\/azure-functions-host\//i,
  name: /^(?:sentry_sdk|raven|logging|importlib|runpy|asyncio|concurrent\.futures|threading|socketserver|wsgiref|unittest)(?:\.|$)/,
}

const RUBY: LibraryRules = {
  place:
    /[/\\](?:gems[/\\][\w.-]{1,100}-\d[\w.]{0,30}|bundler[/\\]gems|vendor[/\\]bundle|lib[/\\]ruby(?:[/\\]\d[\d.]{0,10})?)[/\\]|^(?:<internal:|\/usr\/(?:local\/)?s?bin\/)/,
}

const PHP: LibraryRules = {
  place:
    /(?:^|[/\\])(?:vendor[/\\][\w.-]{1,80}[/\\][\w.-]{1,80}|wp-includes|wp-admin|core[/\\]lib[/\\]Drupal|generated[/\\]code)[/\\]|(?:^|[/\\])wp-(?:settings|load|blog-header|config|cron|login)\.php$|^(?:\[internal\]|phar:\/\/)/,
  // Magento generates interceptors in `generated/code`. `Proxies\__CG__`: what Doctrine generates around entities that are loaded later.
  name: /^\\?(?:Proxies\\__CG__|Sentry|Monolog|Symfony|Illuminate|Composer|Doctrine|GuzzleHttp|Psr|Twig|PHPUnit|Laravel\\\w{1,40})\\/,
}

const PERL: LibraryRules = { place: /[/\\](?:lib|share)[/\\]perl5?[/\\]/ }

const JAVASCRIPT: LibraryRules = {
  // Source maps of Angular's packages name the sources where Bazel built them. Nuxt and SvelteKit bundle their servers; the
  // SDK wraps routes of Next.js.
  place:
    /(?:^|[/\\])(?:@sentry(?:-internal)?|@rrweb|zone\.js|core-js|regenerator-runtime|react-dom)[/\\]|(?:^(?:webpack:\/\/)?\/?|\/)~\/|^(?:internal\/|electron\/js2c\/|webpack\/(?:bootstrap|generated|runtime))|(?:^|\/)[a-z\d_]{2,30}-(?:fastbuild|opt)-ST-[0-9a-f]{12}\/bin\/packages\/(?:animations|common|compiler|core|elements|forms|localize|platform-[a-z-]{2,20}|router|service-worker|upgrade|zone\.js)\/|\/\.output\/server\/chunks\/(?:nitro|_)\/nitro\.mjs$|(?:^|\/)\.svelte-kit\/output\/server\/index\.js$|(?:^|[/\\])(?:webpack-runtime(?:-\w{1,40})?\.js|sentry-wrapper-module|\.pnp\.(?:cjs|loader\.mjs))$|(?:^|[/\\])InternalBytecode\.js$|^(?:\[native code\]|native code|native|unknown|:0)$/,
  // Calls into and out of WebAssembly, as Emscripten and wasm-bindgen generate them, and what compilers make of `await`.
  name: /^(?:sentryWrapped|@sentry\/|node:)|^(?:asyncGeneratorStep|_next|_throw|_?regeneratorRuntime|_asyncToGenerator|__awaiter|__generator)$|^(?:invoke_[vijfd]{1,20}|dynCall(?:_[vijfd]{1,20})?|__wb(?:g|indgen)_\w{1,100})$/,
}

const DART: LibraryRules = {
  place:
    /^org-dartlang-sdk:|^package:(?:flutter|flutter_(?:test|bloc|hooks|riverpod|localizations|web_plugins|driver|svg|cache_manager)|hooks_riverpod|hydrated_bloc|go_router|auto_route|get|get_it|firebase_\w{1,30}|cloud_firestore\w{0,30}|sqflite\w{0,30}|hive\w{0,20}|sentry\w{0,30}|logging|http|dio|bloc|riverpod|provider|rxdart|stack_trace|async)\//,
  libraries: DART_PACKAGES,
}

const BEAM: LibraryRules = {
  // Applications of Erlang/OTP, Elixir's own, and what Mix fetches.
  place:
    /(?:^|[/\\])(?:gen_server|gen_statem|gen_fsm|gen_event|gen|proc_lib|supervisor|application|application_master|application_controller|code|error_handler|erl_eval|erlang|ets|dets|mnesia\w{0,20}|lists|maps|dict|proplists|queue|ordsets|orddict|sets|gb_sets|gb_trees|array|binary|string|unicode|base64|calendar|io|io_lib|re|rand|crypto|zlib|file|filelib|filename|os|rpc|inet|gen_tcp|gen_udp|ssl\w{0,20}|http\w{0,20}|timer|logger\w{0,20}|cowboy\w{0,20}|ranch\w{0,20})\.erl$|(?:^|[/\\])deps[/\\]\w{1,60}[/\\]/,
  packages: BEAM_PACKAGES,
  name: /^(?:Task|Agent)$/,
}

/** Where Godot installs what others wrote. */
const GODOT: LibraryRules = { place: /^res:\/\/addons\// }

const RULES: ReadonlyMap<string, LibraryRules> = new Map(
  Object.entries({
    native: NATIVE,
    cocoa: NATIVE,
    objc: NATIVE,
    c: NATIVE,
    rust: NATIVE,
    swift: NATIVE,
    java: JAVA,
    kotlin: JAVA,
    android: JAVA,
    csharp: DOTNET,
    fsharp: DOTNET,
    go: GO,
    python: PYTHON,
    ruby: RUBY,
    php: PHP,
    perl: PERL,
    javascript: JAVASCRIPT,
    node: JAVASCRIPT,
    dart: DART,
    flutter: DART,
    elixir: BEAM,
    erlang: BEAM,
    gdscript: GODOT,
  }),
)

const NULL_ADDRESS = /^0x0{1,16}$/

const MAX_CHARS = 500

/** A runtime, SDK, logging framework or dependency by its place or name, whatever the client says. */
export function isLibraryFrame(frame: JsonObject, eventPlatform: string): boolean {
  const rules = RULES.get(head(frame.platform) || eventPlatform)
  for (const written of [frame.abs_path, frame.filename, frame.package, placeForName(frame, rules)]) {
    const place = head(written)
    if (place === '') continue
    if (INSTALLED.test(place) || VERSIONED.test(place) || rules?.place?.test(place)) return true
  }
  // Address 0 ends a stack, or is where a call through a null pointer led: no code is there.
  if (rules === NATIVE && (NULL_ADDRESS.test(head(frame.instruction_addr)) || isStartOfRust(frame)))
    return true
  if (rules === JAVASCRIPT && (isBuiltin(frame) || isReactNativeCall(frame) || isInBundleOfLibraries(frame)))
    return true
  if (rules === JAVA && GENERATED_METHOD.test(head(frame.function))) return true
  if (rules === undefined) return false
  const library = head(frame.package)
  if (library !== '' && isOfPackage(assemblyName(library), rules.libraries)) return true
  const called = head(frame.module) || head(frame.function)
  const name = rules === NATIVE ? withoutReturnType(called) : called
  if (name === '') return false
  if (name.startsWith('kfun:') && isOfPackage(classOfKotlin(name), JAVA_PACKAGES)) return true
  return isOfPackage(name, rules.packages) || (rules.name?.test(name) ?? false)
}

/** The `main` of C that Rust's compiler puts before that of the application; clients of C name the binary beside it. */
function isStartOfRust(frame: JsonObject): boolean {
  if (frame.function !== 'main' || !frame.instruction_addr) return false
  return !frame.package && !frame.module && !frame.filename && !frame.abs_path
}

/** Methods that compilers put between those of the application: lambdas of R8, access to private members. */
const GENERATED_METHOD = /^(?:\$r8\$lambda\$|access\$\d{1,4}$|-\$\$Nest\$)/

function placeForName(frame: JsonObject, rules: LibraryRules | undefined): string | undefined {
  return rules === NATIVE ? inlinedPlace(head(frame.function)) : undefined
}

/** Bundles that hold nothing but libraries, as webpack, Vite, Vue, Angular and Next.js name them. */
const BUNDLE_OF_LIBRARIES =
  /\/(?:(?:chunk-)?vendors?(?:[~._-][\w~.-]{1,80})?|polyfills?(?:[._-][\w.-]{1,40})?|_next\/static\/chunks\/(?:framework|main|webpack)-[\w-]{8,32})\.m?js(?:\?|$)/

/** True for a frame that only the name of its bundle makes a library's. A source map may say otherwise. */
export function isInBundleOfLibraries({ abs_path: path, filename }: JsonObject): boolean {
  const place = head(path) || head(filename)
  return place.startsWith('http') && BUNDLE_OF_LIBRARIES.test(place)
}

/** `com.shop.Cart` of `kfun:com.shop.Cart#pay(kotlin.Int){}`, as Kotlin/Native names a function. */
function classOfKotlin(name: string): string {
  return name.slice('kfun:'.length).split('#', 1)[0]!
}

/** `boost::get` of `std::vector<int> boost::get<int>(…)`, as C++ names an instance of a template. */
function withoutReturnType(name: string): string {
  const space = name.indexOf(' ')
  const open = name.indexOf('(')
  if (space < 0 || (open >= 0 && open < space) || !name.includes('::')) return name
  if (!/^\w/.test(name) || name.includes('operator')) return name
  let depth = 0
  let start = 0
  for (let at = 0; at < name.length; at++) {
    const character = name[at]
    if (character === '<') depth++
    else if (character === '>') depth--
    else if (depth === 0 && character === '(') break
    else if (depth === 0 && character === ' ') start = at + 1
  }
  return name.slice(start)
}

/** `JSON.parse (<anonymous>)`: the engine's own code, which has no line. That of `new Function` has one. */
function isBuiltin({ filename, lineno }: JsonObject): boolean {
  return filename === '<anonymous>' && typeof lineno !== 'number'
}

/** `Npgsql` of `Npgsql, Version=8.0.3.0, Culture=neutral`; Dart names a package alone. */
function assemblyName(library: string): string {
  const end = library.indexOf(',')
  return end === -1 ? library : library.slice(0, end)
}

const MAX_PACKAGE_CHARS = 60

function isOfPackage(name: string, packages: ReadonlySet<string> | undefined): boolean {
  if (packages === undefined) return false
  const own = name.startsWith('Elixir.') ? name.slice(7) : name
  const length = Math.min(own.length, MAX_PACKAGE_CHARS)
  for (let at = 0; at < length; at++) {
    if ((own[at] === '.' || own[at] === '/') && packages.has(own.slice(0, at))) return true
  }
  return packages.has(own)
}

function head(value: Json | undefined): string {
  if (typeof value !== 'string') return ''
  return value.length > MAX_CHARS ? value.slice(0, MAX_CHARS) : value
}
