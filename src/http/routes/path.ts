import type { DescribedRoute } from './route.ts'

/** The methods that a path takes, in the order of the routes; empty if no route has the path. */
export function methodsOf(
  routes: readonly Pick<DescribedRoute, 'method' | 'path'>[],
  path: string,
): string[] {
  const segments = path.split('/')
  const methods = routes.filter((route) => isOf(route.path, segments)).map((route) => route.method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
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
