import type { JsonObject } from '../json/json.ts'
import { text } from '../text/plain-text.ts'
import { isLibraryFrame } from './library-code.ts'

const LIBRARY_PATH =
  /(?:^|[/\\])(?:site-packages|dist-packages|node_modules|bower_components|vendor|gems|\.cargo|\.pub-cache|pkg[/\\]mod|lib[/\\]python\d[\d.]{0,20})[/\\]/
const SYSTEM_PATH =
  /^(?:node:|dart:|package:flutter\/|internal\/|<|\[|\/usr\/(?:lib|lib64|share|local\/(?:lib|go)|include)\/|\/(?:System|lib|lib64|rustc|apex|system|vendor)\/|[A-Za-z]:[/\\]Windows[/\\])/
const SYSTEM_MODULE =
  /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|android|androidx|dalvik|com\.android|scala|clojure|groovy|System|Microsoft)\.|^org\.(?:apache|springframework|eclipse|hibernate|jboss)\./
/** Platforms whose frames name a binary; without its full path or a source file nothing can be said. */
const NATIVE = new Set(['native', 'cocoa', 'objc', 'c'])

/** For an unmarked frame, by its place; in doubt true, except native code that names neither its binary's full path nor a file. */
export function inferInApp(frame: JsonObject, platform: string): boolean {
  if (isLibraryFrame(frame, platform)) return false
  const place = text(frame.abs_path) || text(frame.filename)
  const binary = text(frame.package)
  if (NATIVE.has(platform) && (binary !== '' || place === '')) return isAppBinary(binary)
  if (place !== '' && (LIBRARY_PATH.test(place) || SYSTEM_PATH.test(place))) return false
  return !SYSTEM_MODULE.test(text(frame.module))
}

function isAppBinary(binary: string): boolean {
  return /^(?:\/|[A-Za-z]:)/.test(binary) && !SYSTEM_PATH.test(binary) && !LIBRARY_PATH.test(binary)
}
