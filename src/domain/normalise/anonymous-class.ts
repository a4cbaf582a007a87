/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** PHP puts the place behind the name of an anonymous class, after a NUL that is stored as U+FFFD: the class that it
 * extends, and the method, are left. */
export function withoutPlace(name: string): string {
  const at = name.indexOf('@anonymous')
  if (at === -1) return name
  const method = name.lastIndexOf('::')
  return `${name.slice(0, at)}@anonymous${method > at ? name.slice(method) : ''}`
}
