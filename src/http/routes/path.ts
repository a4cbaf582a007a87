import type { DescribedRoute } from './route.ts'

/** The methods that a path takes, each once, in the order of the routes; empty if no route has the path. A route with
 * that very path comes before those with parameters: `merge` is not an issue's ID. */
export function methodsOf(
  routes: readonly Pick<DescribedRoute, 'method' | 'path'>[],
  path: string,
): string[] {
  const segments = path.split('/')
  const own = routes.filter((route) => route.path === path)
  const taken = own.length > 0 ? own : routes.filter((route) => isOf(route.path, segments))
  const methods: Set<string> = new Set(taken.map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods]
}

function isOf(routePath: string, segments: string[]): boolean {
  const expected = routePath.split('/')
  return segments.length === expected.length && expected.every((name, at) => fits(name, segments[at]!))
}

function fits(expected: string, segment: string): boolean {
  return expected.startsWith('{') ? segment !== '' : segment === expected
}

/** `/api/v1/issues/{id}` as Fastify writes it: `/api/v1/issues/:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
