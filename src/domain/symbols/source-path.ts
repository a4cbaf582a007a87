const MAX_CHARS = 512
/** The name of the application as webpack writes it before a path: `shop/./` or `@acme/shop/./`. */
const NAMESPACE = /^(?:webpack:\/\/)?(?:@[^/]{1,100}\/)?[^./][^/]{0,100}\/(?=\.\/)/
/** A module that webpack made of no file: `?3f2a`. */
const GENERATED = /^\?[\da-f]{1,8}$/

/** Without a bundler's prefix (`webpack://shop/./`, `../../`), a host, and the suffix (`?3f2a`). */
export function sourcePath(source: string): string {
  const cut = source.length > MAX_CHARS ? source.slice(-MAX_CHARS) : source
  const named = cut
    .replace(NAMESPACE, '')
    .replace(
      /^(?:webpack(?:-internal)?:\/\/(?:[^/]{0,200}\/)?|turbopack:\/\/\/?(?:\[project\]\/)?|rollup:\/\/\/?|ng:\/\/\/?)/,
      '',
    )
    .replace(/^[a-z][a-z0-9+.-]{0,30}:\/\/[^/]{0,200}\/{1,3}/i, '')
  if (GENERATED.test(named)) return 'webpack/generated'
  const path = named.replace(/\?[^/]{0,200}$/, '').replace(/^(?:\.{1,2}\/){1,50}/, '')
  return decoded(path) || cut
}

/** What webpack writes before every source of a map, `./` or not; empty if it can't be told. */
export function namespaceOf(sources: readonly (string | null)[]): string {
  for (const source of sources) {
    const found = source === null ? null : NAMESPACE.exec(source)
    if (found) return found[0]
  }
  return ''
}

/** Turbopack writes `%5Bid%5D` for the folder `[id]`. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
