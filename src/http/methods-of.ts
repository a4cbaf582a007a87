import type { DescribedRoute } from './route.ts'

/** The methods that a path takes, in the order of the routes; empty where no route has the path. */
export function methodsOf(routes: readonly DescribedRoute[], path: string): string[] {
  const methods = routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

function pattern(path: string): RegExp {
  const source = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${source}$`)
}
