/**
 * Where to go after signing in: a path of this origin, as the browser would read it; undefined for anything else.
 * The text comes from a link that anybody can write. It is judged after parsing, because browsers drop tabs and line
 * breaks, read `\\` as `/`, and resolve `/.//evil.test` to a path that is another site's address by itself.
 *
 * @param origin of the dashboard, e.g. `https://errors.example.com`
 */
export function returnPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
