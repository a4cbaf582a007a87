const MAX_CHARS = 512
/** The name of the application as webpack writes it before a path: `shop/./` or `@acme/shop/./`. */
const NAMESPACE = /^(?:@[^/]{1,100}\/)?[^./][^/]{0,100}\/\.\//

/** Without a bundler's prefix (`webpack://shop/./`, `../../`), a host, and the suffix (`?3f2a`). */
export function sourcePath(source: string): string {
  const cut = source.length > MAX_CHARS ? source.slice(-MAX_CHARS) : source
  const path = cut
    .replace(
      /^(?:webpack(?:-internal)?:\/\/(?:[^/]{0,200}\/)?|turbopack:\/\/\/?(?:\[project\]\/)?|rollup:\/\/\/?|ng:\/\/\/?)/,
      '',
    )
    .replace(/^[a-z][a-z0-9+.-]{0,30}:\/\/[^/]{0,200}\/{1,3}/i, '')
    .replace(NAMESPACE, '')
    .replace(/\?[^/]{0,200}$/, '')
    .replace(/^(?:\.{1,2}\/){1,50}/, '')
  return path || cut
}

/** Whether a source begins with a namespace, which is gone once the path is resolved as a URL. */
export function hasNamespace(source: string): boolean {
  return NAMESPACE.test(source)
}
